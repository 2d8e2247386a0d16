import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import styles from './Verdict.module.css';

const cx = classNames(styles);

interface VerdictProps {
  readonly tone: 'good' | 'poor' | 'bad';
  readonly children: ReactNode;
}

/** Says in one line, above all figures of a page, whether things are as they should be. */
export function Verdict({ tone, children }: VerdictProps) {
  return (
    <p className={cx('verdict', tone)}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} size={20} />
      {children}
    </p>
  );
}
