import { classNames } from './class-names.ts';
import styles from './Skeleton.module.css';

const cx = classNames(styles);

export interface SkeletonProps {
  readonly shape?: 'text' | 'title' | 'block' | 'poster' | 'circle';
  /** CSS width; the shape's own when left out. */
  readonly width?: string;
}

/** Stands where content will be. Put `aria-busy` on the region around it. */
export function Skeleton({ shape = 'text', width }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={cx('skeleton', shape)}
      style={width === undefined ? undefined : { width }}
    />
  );
}
