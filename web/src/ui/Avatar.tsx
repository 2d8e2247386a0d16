import styles from './Avatar.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import { formatInitials } from './initials.ts';

const cx = classNames(styles);

export interface AvatarProps {
  /** The person's name; a silhouette is shown when it is empty. */
  readonly name: string;
  readonly size?: 'sm' | 'md' | 'lg';
}

/** Decorative: the name itself is expected beside it or on the control around it. */
export function Avatar({ name, size = 'md' }: AvatarProps) {
  const letters = formatInitials(name);
  return (
    <span className={cx('avatar', size)} aria-hidden="true">
      {letters === '' ? <Icon name="user" /> : letters}
    </span>
  );
}
