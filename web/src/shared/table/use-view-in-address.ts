import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { TableView } from './table-view.ts';
import { readView, type ViewDefinition, writeView } from './view-address.ts';

/** Keeps a table's view in the page's address, so that a reload or a colleague sees the same rows. */
export function useViewInAddress(definition: ViewDefinition) {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readView(params, definition), [params, definition]);
  const setView = useCallback(
    (next: TableView) =>
      setParams((present) => writeView(present, next, definition), { replace: true }),
    [setParams, definition],
  );
  return [view, setView] as const;
}
