import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Table.module.css';

const cx = classNames(styles);

export interface TableProps {
  /** The name of the table; announced, not shown. */
  readonly caption: string;
  readonly children: ReactNode;
}

/** A plain table in compact density; it scrolls sideways inside itself when the page is narrow. */
export function Table({ caption, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={cx('scroll')} aria-label={caption} tabIndex={0}>
      <table aria-label={caption} className={cx('table')}>
        {children}
      </table>
    </section>
  );
}

interface HeaderCellProps {
  /** Right-aligned tabular figures. */
  readonly numeric?: boolean;
}

interface CellProps extends HeaderCellProps {
  /** On one line, however narrow the table. */
  readonly unbroken?: boolean;
}

export function HeaderCell({
  numeric = false,
  ...rest
}: HeaderCellProps & Omit<ComponentProps<'th'>, 'className'>) {
  return <th scope="col" {...rest} className={cx('head', numeric && 'numeric')} />;
}

export function Cell({
  numeric = false,
  unbroken = false,
  ...rest
}: CellProps & Omit<ComponentProps<'td'>, 'className'>) {
  return <td {...rest} className={cx('cell', numeric && 'numeric', unbroken && 'unbroken')} />;
}
