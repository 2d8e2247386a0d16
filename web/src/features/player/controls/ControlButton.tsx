import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Controls.module.css';

const cx = classNames(styles);

export interface ControlButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly Glyph: LucideIcon;
  readonly label: string;
  readonly main?: boolean;
  /** A number inside the glyph, such as the seconds of a skip. */
  readonly number?: number;
  /** As `aria-keyshortcuts` has them; the first is shown with the name. */
  readonly shortcuts?: string;
}

export function ControlButton(props: ControlButtonProps) {
  const { Glyph, label, main = false, number, shortcuts, ...rest } = props;
  const [shown] = shortcuts?.split(' ') ?? [];
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcuts}
      title={shown === undefined ? label : `${label} (${shown})`}
      className={cx('button', main && 'main')}
      onMouseDown={keepFocus}
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

/** A click does not move the focus, so that Space still pauses; Tab reaches the button as usual. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
