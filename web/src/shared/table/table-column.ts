import type { ReactNode } from 'react';
import type { CardPlace, Clip } from '../../ui/Table.tsx';
import type { CellValue } from './compare-cells.ts';
import type { FilterKind } from './filter.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** The filter of a column; a choice needs its options. */
export type ColumnFilter = {
  /** The label of its field, if that is not the column's title, as with a unit. */
  readonly title?: string;
  /** Shown once it is asked for, so that the usual ones are seen. */
  readonly onDemand?: boolean;
  /** What a choice says while nothing is chosen, if that is not any. */
  readonly unset?: string;
} & (
  | { readonly kind: 'select' | 'multiselect'; readonly options: readonly FilterOption[] }
  /** Values that are known to exist, to choose from rather than to type. */
  | { readonly kind: 'text'; readonly known?: readonly FilterOption[] }
  | { readonly kind: Exclude<FilterKind, 'select' | 'multiselect' | 'text'> }
);

export interface TableColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly value: (row: Row) => CellValue;
  /** The content of the cell; its value when left out. */
  readonly render?: (row: Row) => ReactNode;
  /** Right-aligned figures. */
  readonly numeric?: boolean;
  /** On one line, however narrow the table. */
  readonly unbroken?: boolean;
  /** On one line and no wider than this; the whole shows on hover. */
  readonly clip?: Clip;
  /**
   * On a phone's card: its value beside others, without its label; with it in one line; or not at
   * all, where the row's own page says it. Else a line of its own.
   */
  readonly onCard?: CardPlace;
  readonly sortable?: boolean;
  readonly searchable?: boolean;
  readonly filter?: ColumnFilter;
  /** A column that must stay, such as the name. */
  readonly fixed?: boolean;
  readonly hiddenAtFirst?: boolean;
  /** Never shown: narrows the rows by what they don't say. */
  readonly filterOnly?: boolean;
}
