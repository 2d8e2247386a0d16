import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { useErrorText } from '../api/use-error-text.ts';
import { FeedbackButton } from '../errors/FeedbackButton.tsx';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { browserStorage } from '../storage/browser-storage.ts';
import { keepColumnChoices, listHiddenColumns, readColumnChoices } from './column-choice.ts';
import styles from './DataTable.module.css';
import { Pager } from './Pager.tsx';
import { RowTable } from './RowTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { Selection } from './selection.ts';
import { TableToolbar } from './TableToolbar.tsx';
import type { TableColumn } from './table-column.ts';
import {
  clearFilters,
  isNarrowed,
  pageCount,
  type TableView,
  withPageSize,
  withSort,
} from './table-view.ts';
import { useTableRows } from './use-table-rows.ts';

const cx = classNames(styles);
const NO_ROWS: readonly never[] = [];
const NOTHING: ReadonlySet<string> = new Set();

/** The source of the rows: all in memory, or a page at a time from the server. */
export type RowSource<Row> =
  | { readonly kind: 'local'; readonly rows: readonly Row[] }
  | {
      readonly kind: 'server';
      readonly rows: readonly Row[];
      readonly total: number;
      /** How many of the total the rows stand for, where one stands for several. */
      readonly standFor?: number;
    }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly onRetry: () => void };

export interface DataTableProps<Row extends object> {
  /** Under it this browser remembers the choice of columns; one for each table. */
  readonly name: string;
  /** The name of what the table lists. */
  readonly caption: string;
  /** Stable between renders. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rowId: (row: Row) => string;
  /** The name of a row where it is selected. */
  readonly rowName: (row: Row) => string;
  readonly source: RowSource<Row>;
  /** Rows of the previous view, while those of the current one are loading. */
  readonly stale?: boolean;
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  readonly search?: { readonly label: string; readonly placeholder?: string };
  readonly selection?: Selection;
  readonly actions?: (row: Row) => ReactNode;
  /** Where the name of a row is a link: opens the same for a click anywhere in the row. */
  readonly onOpen?: (row: Row) => void;
  /** Under what a row stands, as its day; rows in a line with the same have one heading. */
  readonly headingOf?: (row: Row) => string;
  /** Shows the rows in place of a table; its columns then only filter and sort. */
  readonly body?: (rows: readonly Row[]) => ReactNode;
  /** Before the tools where nothing is searched, such as the heading of the card around it. */
  readonly lead?: ReactNode;
  /** Beside the table's own tools, such as an export. */
  readonly tools?: ReactNode;
  /** Shown when there is nothing at all, unlike when nothing matches. */
  readonly empty: ReactNode;
  readonly errorTitle: string;
}

/** Rows with search, filters, sort, pages, a choice of columns and a selection (specification, section 2). */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    name,
    caption,
    columns,
    rowId,
    rowName,
    source,
    stale = false,
    view,
    onViewChange,
  } = props;
  const { search, selection, actions, onOpen, headingOf, body, lead, tools, empty, errorTitle } =
    props;
  const { t } = useText();
  const errorText = useErrorText();
  const [choices, setChoices] = useState(() => readColumnChoices(browserStorage, name));
  const hidden = useMemo(() => listHiddenColumns(columns, choices), [columns, choices]);
  const hasRows = source.kind === 'local' || source.kind === 'server';
  const table = useTableRows({
    columns,
    rows: hasRows ? source.rows : NO_ROWS,
    rowId,
    view,
    serverTotal: source.kind === 'server' ? source.total : undefined,
    hidden,
    selected: selection?.selected ?? NOTHING,
  });
  useLastPageAtMost(hasRows && !stale ? pageCount(table.total, view.pageSize) : null, props);

  const pageIds = table.rows.map(({ id }) => id);
  const allMatching = selection?.matching?.chosen === true;
  const chosen = selection?.selected ?? NOTHING;
  const chosenCount = allMatching ? table.total : chosen.size;

  function choose(ids: readonly string[], wanted: boolean) {
    // Without one of them they are no longer all: the rest of this page stays.
    const before = allMatching ? pageIds : [...chosen];
    const others = before.filter((id) => !ids.includes(id));
    selection?.onChange(new Set(wanted ? [...others, ...ids] : others));
  }

  function show(key: string, shown: boolean) {
    const next = { ...choices, [key]: shown };
    setChoices(next);
    keepColumnChoices(browserStorage, name, next);
  }

  if (hasRows && table.total === 0 && !isNarrowed(view)) return empty;
  return (
    <div>
      <TableToolbar
        columns={columns}
        view={view}
        onViewChange={onViewChange}
        hidden={hidden}
        onShow={body ? undefined : show}
        search={search}
        lead={lead}
      >
        {tools}
      </TableToolbar>
      {selection && chosenCount > 0 ? (
        <SelectionBar count={chosenCount} total={table.total} selection={selection} />
      ) : null}
      {source.kind === 'failed' ? (
        <ErrorState
          title={errorTitle}
          retryLabel={t('common.retry')}
          onRetry={source.onRetry}
          action={<FeedbackButton error={source.error} />}
        >
          <span title={errorText(source.error).reference}>{errorText(source.error).text}</span>
        </ErrorState>
      ) : null}
      <div
        className={cx('rows', actions !== undefined && 'withActions', stale && 'stale')}
        aria-busy={stale || source.kind === 'loading'}
      >
        {hasRows && table.rows.length === 0 ? (
          <EmptyState
            title={t('table.noMatchTitle')}
            icon="search"
            action={
              <Button onClick={() => onViewChange(clearFilters(view))}>
                {t('table.clearAll')}
              </Button>
            }
          >
            {t('table.noMatchText')}
          </EmptyState>
        ) : source.kind === 'failed' ? null : body ? (
          source.kind === 'loading' ? (
            <SkeletonRows />
          ) : (
            body(table.rows.map(({ row }) => row))
          )
        ) : (
          <RowTable
            caption={caption}
            columns={table.columns}
            rows={
              source.kind === 'loading'
                ? null
                : table.rows.map((row) => ({ ...row, selected: row.selected || allMatching }))
            }
            rowName={rowName}
            sort={view.sort}
            onSort={(sort) => onViewChange(withSort(view, sort))}
            onChoose={selection && choose}
            actions={actions}
            onOpen={onOpen}
            headingOf={headingOf}
          />
        )}
      </div>
      <div
        className={cx('foot', source.kind === 'loading' && 'waiting')}
        hidden={source.kind === 'failed'}
      >
        <RowCount
          page={view.page}
          pageSize={view.pageSize}
          shown={(source.kind === 'server' ? source.standFor : undefined) ?? table.rows.length}
          rows={table.rows.length}
          total={table.total}
          selected={chosenCount}
          loading={source.kind === 'loading'}
        />
        <Pager
          page={view.page}
          pageSize={view.pageSize}
          total={table.total}
          onPage={(page) => onViewChange({ ...view, page })}
          onPageSize={(size) => onViewChange(withPageSize(view, size))}
        />
      </div>
    </div>
  );
}

/** Stand where rows will be that are not of a table. */
function SkeletonRows() {
  return (
    <div className={cx('skeletons')}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} />
      ))}
    </div>
  );
}

/** A shared address may name a page that there is no more, as when rows were deleted since. */
function useLastPageAtMost(
  pages: number | null,
  { view, onViewChange }: Pick<DataTableProps<never>, 'view' | 'onViewChange'>,
): void {
  useEffect(() => {
    if (pages !== null && view.page > pages) onViewChange({ ...view, page: pages });
  }, [pages, view, onViewChange]);
}

interface RowCountProps {
  readonly page: number;
  readonly pageSize: number;
  readonly shown: number;
  /** Fewer, where a row stands for several. */
  readonly rows: number;
  readonly total: number;
  readonly selected: number;
  readonly loading: boolean;
}

/** The number of rows: announced whenever a filter or a page changes it. */
function RowCount({ page, pageSize, shown, rows, total, selected, loading }: RowCountProps) {
  const { t } = useText();
  const format = useFormat();
  const first = (page - 1) * pageSize + 1;
  const text = {
    from: format.number(first),
    to: format.number(first + shown - 1),
    total: format.number(total),
  };
  return (
    <p role="status" className={cx('count')}>
      {loading ? t('common.loading') : shown === 0 ? t('table.noRows') : t('table.range', text)}
      {rows < shown ? ` · ${t('table.inRows', { count: rows })}` : ''}
      {selected > 0 ? ` · ${t('table.selected', { number: format.number(selected) })}` : ''}
    </p>
  );
}
