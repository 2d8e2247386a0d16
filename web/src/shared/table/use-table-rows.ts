import {
  type ColumnDef,
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type CellValue, compareCells } from './compare-cells.ts';
import { contains, type Filter, passes } from './filter.ts';
import type { TableColumn } from './table-column.ts';
import type { TableView } from './table-view.ts';

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  rowPaginationFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

export interface TableRowsInput<Row extends object> {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly view: TableView;
  /** Of all pages, when the server has done filtering, sorting and paging. */
  readonly serverTotal: number | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
}

export interface ShownRow<Row> {
  readonly id: string;
  readonly row: Row;
  readonly selected: boolean;
}

/** The rows of the present page, the columns in sight, and how many rows there are in all. */
export function useTableRows<Row extends object>(input: TableRowsInput<Row>) {
  const { columns, rows, rowId, view, serverTotal, hidden, selected } = input;
  const isManual = serverTotal !== undefined;
  const definitions = useMemo(() => columns.map((column) => buildDefinition(column)), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const state = useMemo(
    () => ({
      columnFilters: Object.entries(view.filters).map(([id, value]) => ({ id, value })),
      globalFilter: view.search,
      sorting: view.sort ? [{ id: view.sort.key, desc: view.sort.order === 'desc' }] : [],
      pagination: { pageIndex: view.page - 1, pageSize: view.pageSize },
      columnVisibility: Object.fromEntries([...hidden].map((key) => [key, false])),
      rowSelection: Object.fromEntries([...selected].map((id) => [id, true as const])),
    }),
    [view, hidden, selected],
  );
  const table = useTable({
    features,
    columns: definitions,
    data,
    state,
    getRowId: rowId,
    manualFiltering: isManual,
    manualSorting: isManual,
    manualPagination: isManual,
    ...(isManual ? { rowCount: serverTotal } : {}),
    autoResetPageIndex: false,
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row, key, sought: string) => contains(row.getValue(key), sought),
  });
  const keys = new Set(table.getVisibleLeafColumns().map((column) => column.id));
  return {
    total: serverTotal ?? table.getFilteredRowModel().rows.length,
    columns: columns.filter((column) => keys.has(column.key)),
    rows: table.getRowModel().rows.map(
      (row): ShownRow<Row> => ({
        id: row.id,
        row: row.original,
        selected: row.getIsSelected(),
      }),
    ),
  };
}

function buildDefinition<Row extends object>(
  column: TableColumn<Row>,
): ColumnDef<typeof features, Row> {
  return {
    id: column.key,
    // Only `undefined` can be put last in both directions.
    accessorFn: (row) => column.value(row) ?? undefined,
    sortUndefined: 'last',
    enableGlobalFilter: column.searchable ?? false,
    filterFn: (row, key, filter: Filter) => passes(filter, row.getValue(key)),
    sortFn: (a, b, key) => compareOrEqual(a.getValue<CellValue>(key), b.getValue<CellValue>(key)),
  };
}

function compareOrEqual(a: CellValue | undefined, b: CellValue | undefined): number {
  if (a === undefined || b === undefined || a === null || b === null) return 0;
  return compareCells(a, b);
}
