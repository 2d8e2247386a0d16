import { classNames } from '../../ui/class-names.ts';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';

const cx = classNames(styles);

export interface RowCountProps {
  readonly page: number;
  readonly pageSize: number;
  readonly shown: number;
  readonly total: number;
  readonly selected: number;
  readonly loading: boolean;
}

/** How many rows there are: read out whenever a filter or a page changes it. */
export function RowCount({ page, pageSize, shown, total, selected, loading }: RowCountProps) {
  const { t } = useText();
  const format = useFormat();
  const first = (page - 1) * pageSize + 1;
  const text = {
    from: format.number(first),
    to: format.number(first + shown - 1),
    total: format.number(total),
  };
  return (
    <p role="status" className={cx('count')}>
      {loading ? t('common.loading') : shown === 0 ? t('table.noRows') : t('table.range', text)}
      {selected > 0 ? ` · ${t('table.selected', { number: format.number(selected) })}` : ''}
    </p>
  );
}
