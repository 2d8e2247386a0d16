import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../routing/Link.tsx';
import styles from './FigureRow.module.css';

const cx = classNames(styles);

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  /** A few words, such as of what it is a part. */
  readonly note?: ReactNode;
  readonly tone?: 'success' | 'warning' | 'danger' | null;
  /** Where what it counts is. */
  readonly to?: string;
}

interface FigureRowProps {
  readonly label: string;
  readonly figures: readonly Figure[];
  /** Within a card, whose frame it needs no second one of. */
  readonly isWithinCard?: boolean;
}

/** A few numbers in one low row, of which none is the point of the page. */
export function FigureRow({ label, figures, isWithinCard = false }: FigureRowProps) {
  return (
    <section className={cx('row', !isWithinCard && 'framed')} aria-label={label}>
      <ul className={cx('figures')}>
        {figures.map((figure) => (
          <li key={figure.name} className={cx('figure')}>
            <FigureText {...figure} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FigureText({ name, value, note, tone, to }: Figure) {
  const words = (
    <>
      <span className={cx('name')}>{name}</span> <span className={cx('value', tone)}>{value}</span>
      {note ? (
        <>
          {' '}
          <span className={cx('note')}>{note}</span>
        </>
      ) : null}
    </>
  );
  return to === undefined ? (
    <span className={cx('text')}>{words}</span>
  ) : (
    <Link to={to} className={cx('text', 'link')}>
      {words}
    </Link>
  );
}
