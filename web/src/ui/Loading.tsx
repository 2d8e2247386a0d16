import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Loading.module.css';

const cx = classNames(styles);

export interface LoadingProps {
  /** The announced text. */
  readonly label: string;
  /** With the room around it that the rows of a flush card have. */
  readonly padded?: boolean;
  /** Skeletons of what will be there. */
  readonly children: ReactNode;
}

/** A region whose content is on its way. */
export function Loading({ label, padded = false, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={cx(padded && 'padded')}>
      {children}
    </div>
  );
}
