import { classNames } from './class-names.ts';
import styles from './Spinner.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const cx = classNames(styles);

export interface SpinnerProps {
  /** Announced when the spinner stands alone; leave out inside a control that is `aria-busy`. */
  readonly label?: string;
  readonly size?: 'sm' | 'md' | 'lg';
}

export function Spinner({ label, size = 'sm' }: SpinnerProps) {
  return (
    <span className={cx('spinner')} {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
      <svg className={cx('ring', size)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <circle className={cx('track')} cx="12" cy="12" r="9" />
        <path className={cx('arc')} d="M12 3a9 9 0 0 1 9 9" />
      </svg>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </span>
  );
}
