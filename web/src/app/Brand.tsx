import { useText } from '../shared/i18n/use-text.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './Brand.module.css';
import { BrandMark } from './BrandMark.tsx';

const cx = classNames(styles);

interface BrandProps {
  readonly tone?: 'surface' | 'on-ink';
  readonly size?: 'md' | 'lg';
}

export function Brand({ tone = 'surface', size = 'md' }: BrandProps) {
  const { t } = useText();
  return (
    <span className={cx('brand', tone, size)}>
      <BrandMark className={cx('mark')} />
      <span className={cx('name')}>{t('common.productName')}</span>
    </span>
  );
}
