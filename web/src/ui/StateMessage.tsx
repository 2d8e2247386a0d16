import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './StateMessage.module.css';

const cx = classNames(styles);

interface MessageProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: IconName;
}

export interface EmptyStateProps extends MessageProps {
  /** The next step: usually one button. */
  readonly action?: ReactNode;
  /** It is all that the page holds, so its title is the page's. */
  readonly wholePage?: boolean;
  /** It is one part of a page among others, so it takes little room. */
  readonly small?: boolean;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({
  title,
  children,
  icon = 'compass',
  action,
  wholePage = false,
  small = false,
}: EmptyStateProps) {
  const Heading = wholePage ? 'h1' : 'h2';
  return (
    <div className={cx('state', small && 'small', wholePage && 'whole')}>
      <span className={cx('halo', 'calm')}>
        <Icon name={icon} size={small ? 20 : 28} />
      </span>
      <Heading className={cx('title')}>{title}</Heading>
      {children ? <p className={cx('text')}>{children}</p> : null}
      {action ? <div className={cx('action')}>{action}</div> : null}
    </div>
  );
}

export interface ErrorStateProps extends MessageProps {
  readonly retryLabel?: string;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** Beside the retry. */
  readonly action?: ReactNode;
}

/** Something failed; `children` says what, the button tries again. */
export function ErrorState({
  title,
  children,
  icon = 'warning',
  retryLabel,
  onRetry,
  retrying = false,
  action,
}: ErrorStateProps) {
  return (
    <div className={cx('state')} role="alert">
      <span className={cx('halo', 'failed')}>
        <Icon name={icon} size={28} />
      </span>
      <h2 className={cx('title')}>{title}</h2>
      {children ? <p className={cx('text')}>{children}</p> : null}
      {retryLabel && onRetry ? (
        <div className={cx('action')}>
          <Button icon="refresh" loading={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
          {action}
        </div>
      ) : null}
    </div>
  );
}
