import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './FreshControls.module.css';

const cx = classNames(styles);

interface FreshControlsProps {
  /** How fresh the figures are, once they are there. */
  readonly fresh: ReactNode;
  readonly children: ReactNode;
}

/** The controls of a page of figures, in its header, and close to them how fresh the figures are. */
export function FreshControls({ fresh, children }: FreshControlsProps) {
  return (
    <div className={cx('controls')}>
      <div className={cx('row')}>{children}</div>
      {fresh ? <p className={cx('fresh')}>{fresh}</p> : null}
    </div>
  );
}
