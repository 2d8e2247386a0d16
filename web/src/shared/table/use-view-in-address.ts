import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from '../routing/use-address.ts';
import type { TableView } from './table-view.ts';
import { readView, type ViewDefinition, writeView } from './view-address.ts';

/** Keeps a table's view in the page's address, so that a reload or a colleague sees the same rows. */
export function useViewInAddress(definition: ViewDefinition) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const view = useMemo(() => readView(params, definition), [params, definition]);
  const setView = useCallback(
    (next: TableView) => {
      const address = writeView(params, next, definition).toString();
      navigate({ search: address }, { replace: true });
    },
    [navigate, params, definition],
  );
  return [view, setView] as const;
}
