import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Users.module.css';

const cx = classNames(styles);

export interface PagingProps {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
}

export function Paging({ page, limit, total, onChange }: PagingProps) {
  const { t } = useText();
  const format = useFormat();
  const pages = Math.ceil(total / limit);
  if (pages <= 1) return null;
  return (
    <div className={cx('paging')}>
      <span>{t('users.pageOf', { page: format.number(page), pages: format.number(pages) })}</span>
      <Button size="compact" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {t('common.previous')}
      </Button>
      <Button size="compact" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        {t('common.next')}
      </Button>
    </div>
  );
}
