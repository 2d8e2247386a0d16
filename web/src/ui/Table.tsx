import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './Table.module.css';

const cx = classNames(styles);

export interface TableProps {
  /** The name of the table; announced, not shown. */
  readonly caption: string;
  readonly children: ReactNode;
}

/**
 * A plain table in compact density; it scrolls sideways inside itself when the page is narrow. On
 * phones each row is a card, with the header of its column before each value.
 */
export function Table({ caption, children }: TableProps) {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (table.current) labelCells(table.current);
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={cx('scroll')} aria-label={caption} tabIndex={0}>
      <table ref={table} aria-label={caption} className={cx('table')}>
        {children}
      </table>
    </section>
  );
}

/** Notes at each cell what its column is called, for the cards' style. */
function labelCells({ tHead, tBodies }: HTMLTableElement): void {
  const labels = [...(tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent ?? '');
  for (const row of [...tBodies].flatMap(({ rows }) => [...rows])) {
    for (const [at, cell] of [...row.cells].entries()) cell.dataset['label'] = labels[at] ?? '';
  }
}

/** What a cell is for on a card: its heading, its checkbox, or what can be done; else a value. */
type Part = 'title' | 'pick' | 'acts';

interface HeaderCellProps {
  /** Right-aligned tabular figures. */
  readonly numeric?: boolean;
  readonly part?: Part | undefined;
}

/** How a value stands on a card: alone, after its label, or not at all. */
export type CardPlace = 'beside' | 'labelled' | 'nowhere';

/** How wide a cell gets before its text is cut. */
export type Clip = 'short' | 'long';

interface CellProps extends HeaderCellProps {
  /** On one line, however narrow the table. */
  readonly unbroken?: boolean;
  /** Left out of a card on phones. */
  readonly isEmpty?: boolean;
  /** On one line and no wider than a place or a name mostly is. */
  readonly clip?: Clip | undefined;
  readonly onCard?: CardPlace | undefined;
}

export function HeaderCell({
  numeric = false,
  part,
  ...rest
}: HeaderCellProps & Omit<ComponentProps<'th'>, 'className'>) {
  return <th scope="col" {...rest} className={cx('head', numeric && 'numeric', part)} />;
}

export function Cell({
  numeric = false,
  unbroken = false,
  isEmpty = false,
  clip,
  onCard,
  part,
  children,
  ...rest
}: CellProps & Omit<ComponentProps<'td'>, 'className'>) {
  return (
    <td
      {...rest}
      className={cx(
        'cell',
        numeric && 'numeric',
        unbroken && 'unbroken',
        clip && 'clipped',
        clip,
        onCard,
        isEmpty && part === undefined && 'empty',
        part,
      )}
    >
      <div className={cx('content')}>{children}</div>
    </td>
  );
}
