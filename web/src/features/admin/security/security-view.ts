import {
  type CallInput,
  type endpoints,
  givenSeverities,
  incidentSortKeys,
  incidentTypeNames,
} from '@prahari/contract';
import { findDayBounds } from '../../../shared/table/day-bounds.ts';
import { findChosen } from '../../../shared/table/filter.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

type Queries = typeof endpoints.security;
type IncidentQuery = NonNullable<CallInput<Queries['incidents']>['query']>;
type TerminationQuery = NonNullable<CallInput<Queries['terminations']>['query']>;
type PlaybackQuery = NonNullable<CallInput<Queries['playbacks']>['query']>;

/** The views of the lists. Without another order, newest first. */
export const incidentsView: ViewDefinition = {
  filters: { receivedAt: 'daterange', type: 'multiselect', severity: 'multiselect' },
  sortKeys: incidentSortKeys,
};
export const terminationsView: ViewDefinition = { filters: { state: 'select' }, sortKeys: [] };
export const playbacksView: ViewDefinition = { filters: {}, sortKeys: [] };

/** A user's id in the address keeps a list to that user. */
export function readUser(search: string): string | undefined {
  const user = new URLSearchParams(search).get('user');
  return user !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(user)
    ? user
    : undefined;
}

/** As an address says that incidents of low severity are listed too. */
export const LOW = 'low';
const serious = givenSeverities.filter((severity) => severity !== 'low');

/**
 * Whether incidents of low severity are left out: as long as nobody asked for them, or chose by
 * severity or learner.
 */
export function hidesLow(view: TableView, search: string): boolean {
  const isAsked = new URLSearchParams(search).has(LOW);
  return !isAsked && view.filters['severity'] === undefined && readUser(search) === undefined;
}

export function buildIncidentsQuery(
  view: TableView,
  { user, isSerious = false }: { readonly user?: string | undefined; readonly isSerious?: boolean },
): IncidentQuery {
  const { search, filters, sort, page, pageSize } = view;
  const sortBy = incidentSortKeys.find((key) => key === sort?.key);
  const type = findChosen(filters['type'], incidentTypeNames);
  const severity = isSerious ? serious : findChosen(filters['severity'], givenSeverities);
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(search === '' ? {} : { search }),
    ...(sort && sortBy ? { sortBy, sortOrder: sort.order } : {}),
    ...(type ? { type } : {}),
    ...(severity ? { severity } : {}),
    ...findDayBounds(filters['receivedAt']),
    ...(user ? { user } : {}),
  };
}

export function buildTerminationsQuery(view: TableView, user?: string): TerminationQuery {
  const { filters, search, page, pageSize } = view;
  const states = ['active', 'review', 'lifted'] as const;
  const state = states.find((known) => known === filters['state']?.value);
  return {
    page,
    limit: pageSize,
    ...(search === '' ? {} : { search }),
    ...(state ? { state } : {}),
    ...(user ? { user } : {}),
  };
}

export function buildPlaybacksQuery(view: TableView, user?: string): PlaybackQuery {
  const { search, page, pageSize } = view;
  return { page, limit: pageSize, ...(search === '' ? {} : { search }), ...(user ? { user } : {}) };
}
