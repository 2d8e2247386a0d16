import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './IconButton.module.css';

const cx = classNames(styles);

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly icon: IconName;
  /** The accessible name. */
  readonly label: string;
  readonly tone?: 'neutral' | 'danger' | 'on-ink';
  readonly compact?: boolean;
}

export function IconButton({
  icon,
  label,
  tone = 'neutral',
  compact = false,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx('button', tone, compact && 'compact')}
    >
      <Icon name={icon} size={compact ? 16 : 19} />
    </button>
  );
}
