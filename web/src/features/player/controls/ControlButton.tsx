import type { LucideIcon } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Controls.module.css';

const cx = classNames(styles);

interface ControlButtonProps {
  readonly Glyph: LucideIcon;
  readonly label: string;
  readonly main?: boolean;
  /** A number inside the glyph, such as the seconds of a skip. */
  readonly number?: number;
  readonly onClick: () => void;
}

export function ControlButton({ Glyph, label, main = false, number, onClick }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx('button', main && 'main')}
      onClick={onClick}
    >
      <Glyph size="1.375rem" strokeWidth={1.75} aria-hidden="true" />
      {number === undefined ? null : (
        <span className={cx('number')} aria-hidden="true">
          {number}
        </span>
      )}
    </button>
  );
}
