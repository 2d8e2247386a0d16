import { type CallInput, type endpoints, errorCategories, logLevels } from '@prahari/contract';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

export type ClientErrorsQuery = NonNullable<CallInput<typeof endpoints.logs.clientErrors>['query']>;

/** The views of the browsers' errors; the order is fixed, newest first. */
export const clientErrorsView: ViewDefinition = {
  filters: { level: 'select', category: 'select', reported: 'boolean', resolved: 'boolean' },
  sortKeys: [],
};

/** The call's query for a view. */
export function buildClientErrorsQuery({
  filters,
  search,
  page,
  pageSize,
}: TableView): ClientErrorsQuery {
  const level = logLevels.find((known) => known === filters['level']?.value);
  const category = errorCategories.find((known) => known === filters['category']?.value);
  const reported = filters['reported']?.value;
  const resolved = filters['resolved']?.value;
  return {
    page,
    limit: pageSize,
    ...(search === '' ? {} : { search }),
    ...(level ? { level } : {}),
    ...(category ? { category } : {}),
    ...(typeof reported === 'boolean' ? { reported: wordOf(reported) } : {}),
    ...(typeof resolved === 'boolean' ? { resolved: wordOf(resolved) } : {}),
  };
}

const wordOf = (yes: boolean) => (yes ? 'true' : 'false');
