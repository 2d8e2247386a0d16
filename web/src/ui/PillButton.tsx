import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './PillButton.module.css';

const cx = classNames(styles);

export interface PillButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** The one that is meant, of several. */
  readonly filled?: boolean;
}

/** A round button on dark, over pictures; the same in the light and the dark theme. */
export function PillButton({ filled = false, type = 'button', ...rest }: PillButtonProps) {
  return <button {...rest} type={type} className={cx('pill', filled && 'filled')} />;
}
