import type { Filter } from './filter.ts';

/** Specification, section 2. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 25;
/** The most columns that quick sort offers (specification, section 2). */
export const QUICK_SORT_COLUMNS = 6;

export type SortOrder = 'asc' | 'desc';
export interface Sort {
  readonly key: string;
  readonly order: SortOrder;
}

/** The part of its rows that a table shows. Pages count from 1. */
export interface TableView {
  readonly search: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sort: Sort | null;
  readonly page: number;
  readonly pageSize: number;
}

export const firstView: TableView = {
  search: '',
  filters: {},
  sort: null,
  page: 1,
  pageSize: DEFAULT_PAGE_SIZE,
};

/** Ascending, then descending, then none (specification, section 2). */
export function chooseNextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, order: 'asc' };
  return sort.order === 'asc' ? { key, order: 'desc' } : null;
}

/** Everything but turning a page leads back to the first one (specification, section 5). */
export function withSearch(view: TableView, search: string): TableView {
  return { ...view, search, page: 1 };
}

/** Sets the filter of a column, or takes it away. */
export function withFilter(view: TableView, key: string, filter: Filter | null): TableView {
  const { [key]: _gone, ...others } = view.filters;
  return { ...view, filters: filter === null ? others : { ...others, [key]: filter }, page: 1 };
}

export function clearFilters(view: TableView): TableView {
  return { ...view, search: '', filters: {}, page: 1 };
}

/** Whether a search or a filter leaves rows out. */
export function isNarrowed({ search, filters }: TableView): boolean {
  return search !== '' || Object.keys(filters).length > 0;
}

export function withSort(view: TableView, sort: Sort | null): TableView {
  return { ...view, sort, page: 1 };
}

export function withPageSize(view: TableView, pageSize: number): TableView {
  return { ...view, pageSize, page: 1 };
}

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
