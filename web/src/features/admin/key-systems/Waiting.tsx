import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './KeySystems.module.css';

const cx = classNames(styles);

/** Keeps the room of what is loading, so that nothing below moves. */
export function Waiting() {
  return (
    <div className={cx('results')}>
      <Skeleton shape="block" />
    </div>
  );
}
