import { classNames } from '../../ui/class-names.ts';
import { Facts } from '../../ui/Facts.tsx';
import styles from './Tile.module.css';
import { Tile, Tiles } from './Tile.tsx';

const cx = classNames(styles);

/** A number with its unit, and what it says. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  /** What is wrong with it, in words. */
  readonly alarm?: string | null;
  /** Which target it meets, in words. */
  readonly goal?: string | null;
  /** How it is defined. */
  readonly about?: string;
}

interface FigureBoardProps {
  /** Four that are looked at first, or five. */
  readonly first: readonly Figure[];
  readonly others: readonly Figure[];
  /** Names the others. */
  readonly title: string;
}

/** The figures that tell most as tiles, and the others in a row below. */
export function FigureBoard({ first, others, title }: FigureBoardProps) {
  return (
    <div className={cx('board')}>
      <Tiles inRow={first.length > 4 ? 'five' : 'four'}>
        {first.map((figure) => (
          <Tile key={figure.name} {...figure} />
        ))}
      </Tiles>
      <section className={cx('others')} aria-label={title}>
        <Facts facts={others.map(({ name, value, note }) => [name, value, note] as const)} />
      </section>
    </div>
  );
}
