import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './ShareBar.module.css';

const cx = classNames(styles);

export interface SharePart {
  readonly key: string;
  readonly name: string;
  /** In words, with its unit. */
  readonly amount: string;
  readonly note?: ReactNode;
  /** Of the whole, from 0 to 1; what is left over is of no part. */
  readonly share: number;
}

export interface ShareBarProps {
  /** At most five, in the order of the bar. */
  readonly parts: readonly SharePart[];
  /** What is left of the whole, last in the list. */
  readonly rest: Pick<SharePart, 'name' | 'amount'>;
}

/** A whole and its parts: one bar, and below it each part with its amount. */
export function ShareBar({ parts, rest }: ShareBarProps) {
  return (
    <div>
      <div className={cx('bar')} aria-hidden="true">
        {parts.map(({ key, share }, at) => (
          <span
            key={key}
            className={cx('part', `part${at + 1}`, share > 0 && 'some')}
            style={{ flexBasis: `${100 * share}%` }}
          />
        ))}
      </div>
      <dl className={cx('list')}>
        {parts.map(({ key, name, amount, note }, at) => (
          <div key={key} className={cx('row')}>
            <dt className={cx('name')}>
              <span className={cx('key', `part${at + 1}`)} aria-hidden="true" />
              {name}
            </dt>
            <dd className={cx('amount')}>{amount}</dd>
            {note ? <dd className={cx('note')}>{note}</dd> : null}
          </div>
        ))}
        <div className={cx('row')}>
          <dt className={cx('name')}>
            <span className={cx('key', 'rest')} aria-hidden="true" />
            {rest.name}
          </dt>
          <dd className={cx('amount')}>{rest.amount}</dd>
        </div>
      </dl>
    </div>
  );
}
