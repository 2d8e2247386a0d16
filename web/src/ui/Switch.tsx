import { classNames } from './class-names.ts';
import styles from './Switch.module.css';

const cx = classNames(styles);

export interface SwitchProps {
  /** The accessible name. */
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** While the change is on its way: it keeps the focus and refuses clicks. */
  readonly busy?: boolean;
  /** The id of words that say more, as why it is disabled. */
  readonly describedBy?: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

/** Turns something on or off at once, without a button to save it. */
export function Switch({
  label,
  checked,
  disabled = false,
  busy = false,
  describedBy,
  onChange,
}: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      aria-busy={busy}
      disabled={disabled}
      className={cx('switch')}
      onClick={() => busy || onChange(!checked)}
    >
      <span className={cx('thumb')} />
    </button>
  );
}
