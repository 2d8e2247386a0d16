import type { ComponentProps, MouseEvent } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

const cx = classNames(styles);

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'compact' | 'regular' | 'large';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** Shows a spinner and refuses clicks; the button keeps its name and the focus. */
  readonly loading?: boolean;
  readonly fullWidth?: boolean;
}

/**
 * A disabled button would lose the focus, and with it the place of people with a keyboard. A
 * click is also what Enter in a field of its form does.
 */
const REFUSING = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
  onPointerDown: undefined,
  onKeyDown: undefined,
};

export function Button({
  variant = 'secondary',
  size = 'regular',
  icon,
  loading = false,
  fullWidth = false,
  disabled,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...(loading ? REFUSING : {})}
      type={type}
      disabled={disabled}
      className={getButtonClass(variant, size, fullWidth)}
    >
      {loading ? <Spinner /> : icon ? <Icon name={icon} /> : null}
      <span className={cx('label')}>{children}</span>
    </button>
  );
}

/** Gives a link, which must stay a link, the look of a button. */
export function getButtonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'regular',
  fullWidth = false,
): string {
  return cx('button', variant, size, fullWidth && 'fullWidth');
}
