import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Facts.module.css';

const cx = classNames(styles);

export interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode, note?: ReactNode])[];
  /** One a line, the value opposite its name: for narrow places. */
  readonly inRows?: boolean;
}

/** Names and values, as a detail shows them. */
export function Facts({ facts, inRows = false }: FactsProps) {
  return (
    <dl className={cx(inRows ? 'rows' : 'facts')}>
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={cx(note !== undefined && 'noted')}>
            {value}
            {note === undefined ? null : <span className={cx('note')}> {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
