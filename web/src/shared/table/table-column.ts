import type { ReactNode } from 'react';
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
} & (
  | { readonly kind: 'select' | 'multiselect'; readonly options: readonly FilterOption[] }
  | { readonly kind: Exclude<FilterKind, 'select' | 'multiselect'> }
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
  readonly sortable?: boolean;
  readonly searchable?: boolean;
  readonly filter?: ColumnFilter;
  /** A column that must stay, such as the name. */
  readonly fixed?: boolean;
  readonly hiddenAtFirst?: boolean;
}
