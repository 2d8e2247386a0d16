import type { FilterKind } from './filter.ts';
import { readFilter, writeFilter } from './filter-text.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type Sort, type TableView } from './table-view.ts';

/** The possible views of a table; anything else in an address is ignored. */
export interface ViewDefinition {
  readonly filters: Readonly<Record<string, FilterKind>>;
  readonly sortKeys: readonly string[];
  /** Rows on a page until a number is chosen; the usual one without it. */
  readonly pageSize?: (typeof PAGE_SIZES)[number];
}

const FILTER_PREFIX = 'f.';
const DESCENDING = '-';
/** The calls take no page beyond it. */
const LAST_PAGE = 10_000;

/** The view that an address names. */
export function readView(params: URLSearchParams, definition: ViewDefinition): TableView {
  const filters = Object.entries(definition.filters).flatMap(([key, kind]) => {
    const filter = readFilter(kind, params.getAll(FILTER_PREFIX + key));
    return filter ? [[key, filter] as const] : [];
  });
  const size = Number(params.get('size'));
  return {
    search: params.get('search') ?? '',
    filters: Object.fromEntries(filters),
    sort: readSort(params.get('sort') ?? '', definition.sortKeys),
    page: readPage(params.get('page')),
    pageSize:
      PAGE_SIZES.find((offered) => offered === size) ?? definition.pageSize ?? DEFAULT_PAGE_SIZE,
  };
}

/** The address of a view: only what differs from the first one, beside parameters that are not ours. */
export function writeView(
  params: URLSearchParams,
  view: TableView,
  definition: ViewDefinition,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of Object.keys(definition.filters)) {
    next.delete(FILTER_PREFIX + key);
    const filter = view.filters[key];
    for (const text of filter ? writeFilter(filter) : []) next.append(FILTER_PREFIX + key, text);
  }
  put(next, 'search', view.search, '');
  put(next, 'sort', view.sort ? writeSort(view.sort) : '', '');
  put(next, 'page', String(view.page), '1');
  put(next, 'size', String(view.pageSize), String(definition.pageSize ?? DEFAULT_PAGE_SIZE));
  return next;
}

function put(params: URLSearchParams, name: string, value: string, standard: string): void {
  if (value === standard) params.delete(name);
  else params.set(name, value);
}

function writeSort({ key, order }: Sort): string {
  return order === 'desc' ? DESCENDING + key : key;
}

function readSort(text: string, keys: readonly string[]): Sort | null {
  const descending = text.startsWith(DESCENDING);
  const key = descending ? text.slice(DESCENDING.length) : text;
  return keys.includes(key) ? { key, order: descending ? 'desc' : 'asc' } : null;
}

function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1;
}
