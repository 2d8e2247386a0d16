import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classNames } from './class-names.ts';

const cx = classNames(styles);

export type Tone = 'neutral' | 'primary' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

export interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={cx('badge', tone)}>{children}</span>;
}

export interface StatusBadgeProps extends BadgeProps {
  /** For a state that is still moving. */
  readonly pulsing?: boolean;
}

/** A badge with a dot: a state rather than a label. */
export function StatusBadge({ tone = 'neutral', pulsing = false, children }: StatusBadgeProps) {
  return (
    <span className={cx('badge', tone)}>
      <span className={cx('dot', pulsing && 'pulsing')} aria-hidden="true" />
      {children}
    </span>
  );
}
