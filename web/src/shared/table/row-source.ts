import type { UseQueryResult } from '@tanstack/react-query';
import type { RowSource } from './DataTable.tsx';

/** The part of a query for one page of a list that a table shows. */
export function createRowSource<Row>(
  query: UseQueryResult<{ readonly items: readonly Row[]; readonly total: number }>,
): { readonly source: RowSource<Row>; readonly stale: boolean } {
  const { data, isError, error, refetch, isPlaceholderData: stale } = query;
  if (data) return { source: { kind: 'server', rows: data.items, total: data.total }, stale };
  if (!isError) return { source: { kind: 'loading' }, stale };
  return { source: { kind: 'failed', error, onRetry: () => void refetch() }, stale };
}
