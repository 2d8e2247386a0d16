import {
  type AlertTimeRange,
  alertCategories,
  alertSeverities,
  alertSortKeys,
  alertStatuses,
  alertTimeRanges,
  type CallInput,
  type endpoints,
} from '@prahari/contract';
import { findChosen } from '../../../shared/table/filter.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

export type AlertListQuery = NonNullable<CallInput<typeof endpoints.alerts.list>['query']>;

/** Specification, section 9. */
export const usualRange: AlertTimeRange = '24h';

export const alertsView: ViewDefinition = {
  filters: {
    range: 'select',
    severity: 'multiselect',
    category: 'multiselect',
    status: 'multiselect',
  },
  sortKeys: alertSortKeys,
  pageSize: 50,
};

/** What an address may keep the list to. */
export interface OnlyAbout {
  readonly user?: string;
  readonly rule?: string;
  readonly address?: string;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads `?user=`, `?rule=` and `?address=`; anything that can't be one is ignored. */
export function readOnlyAbout(search: string): OnlyAbout {
  const params = new URLSearchParams(search);
  const [user, rule] = [params.get('user') ?? '', params.get('rule') ?? ''];
  const address = (params.get('address') ?? '').trim();
  return {
    ...(uuid.test(user) ? { user } : {}),
    ...(uuid.test(rule) ? { rule } : {}),
    ...(address !== '' && address.length <= 64 ? { address } : {}),
  };
}

export function readRange({ filters }: TableView): AlertTimeRange {
  return findChosen(filters['range'], alertTimeRanges)?.[0] ?? usualRange;
}

export function buildAlertQuery(view: TableView, only: OnlyAbout): AlertListQuery {
  const { filters, page, pageSize, sort } = view;
  const severity = findChosen(filters['severity'], alertSeverities);
  const category = findChosen(filters['category'], alertCategories);
  const status = findChosen(filters['status'], alertStatuses);
  const sortBy = alertSortKeys.find((key) => key === sort?.key);
  return {
    page,
    limit: pageSize,
    timeRange: readRange(view),
    ...(severity ? { severity } : {}),
    ...(category ? { category } : {}),
    ...(status ? { status } : {}),
    ...(sort && sortBy ? { sortBy, sortOrder: sort.order } : {}),
    ...only,
  };
}

/** Tells whether less is asked for than all alerts of the time range. */
export function isNarrowed(query: AlertListQuery): boolean {
  const { page: _page, limit: _limit, timeRange: _range, sortBy: _by, ...rest } = query;
  const { sortOrder: _order, ...narrowing } = rest;
  return Object.keys(narrowing).length > 0;
}

/** Tells whether it is what the overview holds: its newest alerts, in its order. */
export function isOverview(query: AlertListQuery, overviewAlerts: number): boolean {
  const isFirst = query.page === 1 && query.limit === alertsView.pageSize;
  const isWhole = overviewAlerts < (alertsView.pageSize ?? 0);
  return isFirst && isWhole && query.sortBy === undefined && !isNarrowed(query);
}
