import { useText } from '../shared/i18n/use-text.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './Brand.module.css';

const cx = classNames(styles);

interface BrandProps {
  readonly tone?: 'surface' | 'on-ink';
  readonly size?: 'md' | 'lg';
  /** On phones only the sign is seen. */
  readonly shrinks?: boolean;
}

export function Brand({ tone = 'surface', size = 'md', shrinks = false }: BrandProps) {
  const { t } = useText();
  return (
    <span className={cx('brand', tone, size, shrinks && 'shrinks')}>
      <BrandMark className={cx('mark')} />
      <span className={cx('name')}>{t('common.productName')}</span>
    </span>
  );
}

interface BrandMarkProps {
  readonly className?: string;
}

/** An open eye that is also a lamp: the flame is its pupil, the bowl its lower lid. */
function BrandMark({ className }: BrandMarkProps) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#082630" />
      <path
        d="M5 17.5C8 12.2 11.7 9.6 16 9.6s8 2.6 11 7.9"
        fill="none"
        stroke="#a9c3c6"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <path d="M5 17.5h22c-2.2 5.2-6 7.9-11 7.9S7.2 22.7 5 17.5z" fill="#f3ecdd" />
      <path
        d="M16 4.8c3.2 3.5 4.7 6 4.7 8.5a4.7 4.7 0 0 1-9.4 0c0-2.5 1.5-5 4.7-8.5z"
        fill="#f2b552"
        stroke="#082630"
        strokeWidth="1.6"
      />
    </svg>
  );
}
