import {
  type CallInput,
  type endpoints,
  type GivenSeverity,
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

/** As an address says that incidents of every severity are listed. */
const ALL = 'low';
const SEVERITY = 'f.severity';

/** How incidents are listed: those that happened together as one, or each by itself. */
export function readLayout(search: string): 'groups' | 'single' {
  return new URLSearchParams(search).get('view') === 'single' ? 'single' : 'groups';
}

/**
 * Lists the severities that are shown, least first: without a choice all but low ones, of one
 * learner all.
 */
export function listShownSeverities(search: string): readonly GivenSeverity[] {
  const params = new URLSearchParams(search);
  const asked = params.getAll(SEVERITY);
  const chosen = givenSeverities.filter((severity) => asked.includes(severity));
  if (chosen.length > 0) return chosen;
  const isAll = params.has(ALL) || readUser(search) !== undefined;
  return givenSeverities.filter((severity) => isAll || severity !== 'low');
}

/** Writes an address that shows these severities; with none of them, it shows the usual ones. */
export function writeSeverities(search: string, shown: readonly GivenSeverity[]): string {
  const params = new URLSearchParams(search);
  for (const gone of [ALL, SEVERITY, 'page']) params.delete(gone);
  for (const severity of shown) params.append(SEVERITY, severity);
  return params.toString();
}

export function buildIncidentsQuery(
  { search, filters, sort, page, pageSize }: TableView,
  address: string,
): IncidentQuery {
  const user = readUser(address);
  const sortBy = incidentSortKeys.find((key) => key === sort?.key);
  const type = findChosen(filters['type'], incidentTypeNames);
  const severity = listShownSeverities(address);
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(search === '' ? {} : { search }),
    ...(sort && sortBy ? { sortBy, sortOrder: sort.order } : {}),
    ...(type ? { type } : {}),
    ...(severity.length < givenSeverities.length ? { severity: [...severity] } : {}),
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
