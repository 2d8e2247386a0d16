import {
  type AlertSeverity,
  type AlertStatus,
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
import { type TableView, withFilter } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

type ListInput = NonNullable<CallInput<typeof endpoints.alerts.list>['query']>;
export type AlertListQuery = Omit<ListInput, 'severity' | 'status'> & {
  readonly severity?: AlertSeverity[];
  readonly status?: AlertStatus[];
};

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

/** In an address: alerts of any status, where it would otherwise be the open ones. */
const ANY_STATUS = 'any';

/**
 * Reads which statuses are wanted, null for any. Those who say nothing want the open ones, and all of
 * one user, rule or address.
 */
function readStatuses({ filters }: TableView, only: OnlyAbout): AlertStatus[] | null {
  const said = filters['status'];
  if (!said) return Object.keys(only).length > 0 ? null : ['active'];
  return findChosen(said, alertStatuses);
}

export function withStatuses(view: TableView, statuses: readonly string[]): TableView {
  const value = statuses.length > 0 ? statuses : [ANY_STATUS];
  return withFilter(view, 'status', { kind: 'multiselect', value });
}

/** What the figures above the list count, each of which can be chosen. */
export const alertChoices = ['active', 'critical', 'high', 'medium', 'total'] as const;
export type AlertChoice = (typeof alertChoices)[number];

/** Builds the view of what one figure counts, in the same time range. */
export function viewChoice(view: TableView, choice: AlertChoice): TableView {
  const range = view.filters['range'];
  const shown: TableView = { ...view, filters: range ? { range } : {}, sort: null, page: 1 };
  if (choice === 'active') return shown;
  if (choice === 'total') return withStatuses(shown, []);
  return withFilter(shown, 'severity', { kind: 'multiselect', value: [choice] });
}

/** Finds the figure that counts what a list asks for. */
export function findChoice(query: AlertListQuery): AlertChoice | undefined {
  const { severity, category, user, rule, address, status } = query;
  if ([category, user, rule, address].some((part) => part !== undefined)) return undefined;
  if (status === undefined) return severity === undefined ? 'total' : undefined;
  if (!isOpenOnly(status)) return undefined;
  if (severity === undefined) return 'active';
  return alertChoices.find((choice) => severity.length === 1 && choice === severity[0]);
}

const isOpenOnly = (statuses: readonly AlertStatus[]) =>
  statuses.length === 1 && statuses[0] === 'active';

export const alertOrders = ['severity', 'lastSeenAt'] as const satisfies readonly AlertOrder[];
export type AlertOrder = (typeof alertSortKeys)[number];

/** Open alerts stand worst first, so that the next to do is on top; others as they came. */
function findUsualOrder(status: readonly AlertStatus[] | null): AlertOrder {
  return status && isOpenOnly(status) ? 'severity' : 'lastSeenAt';
}

export function buildAlertQuery(view: TableView, only: OnlyAbout): AlertListQuery {
  const { filters, page, pageSize, sort } = view;
  const severity = findChosen(filters['severity'], alertSeverities);
  const category = findChosen(filters['category'], alertCategories);
  const status = readStatuses(view, only);
  const sortBy = alertSortKeys.find((key) => key === sort?.key) ?? findUsualOrder(status);
  return {
    page,
    limit: pageSize,
    timeRange: readRange(view),
    ...(severity ? { severity } : {}),
    ...(category ? { category } : {}),
    ...(status ? { status } : {}),
    sortBy,
    sortOrder: sort?.order ?? 'desc',
    ...only,
  };
}

/** Tells whether less is asked for than the open alerts of the time range. */
export function isNarrowed(query: AlertListQuery): boolean {
  const choice = findChoice(query);
  return choice !== 'active' && choice !== 'total';
}
