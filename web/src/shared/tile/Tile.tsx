import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Link } from '../routing/Link.tsx';
import styles from './Tile.module.css';

const cx = classNames(styles);

export interface TileProps {
  readonly icon: IconName;
  readonly name: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly to: string;
  /** How bad the number is, if it is. */
  readonly tone?: 'warning' | 'danger' | null;
}

/** One number, and where what it counts is. */
export function Tile({ icon, name, value, note, to, tone = null }: TileProps) {
  return (
    <Link to={to} className={cx('tile')}>
      <span className={cx('name')}>
        <Icon name={icon} size={16} />
        {name}
      </span>
      <span className={cx('value', tone)}>{value}</span>
      {note === undefined ? null : <span className={cx('note')}>{note}</span>}
    </Link>
  );
}
