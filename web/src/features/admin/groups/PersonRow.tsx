import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Groups.module.css';

const cx = classNames(styles);

interface PersonRowProps {
  readonly person: { readonly name: string; readonly contactNumber: string };
  /** What can be done with this person. */
  readonly children: ReactNode;
}

export function PersonRow({ person: { name, contactNumber }, children }: PersonRowProps) {
  return (
    <li className={cx('person')}>
      <span>
        {name} <span className={cx('number')}>{contactNumber}</span>
      </span>
      {children}
    </li>
  );
}
