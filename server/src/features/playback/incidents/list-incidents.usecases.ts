import type { endpoints, QueryOf } from '@prahari/contract';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { readSearchTerm } from '../../users/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import {
  listTerminationPage,
  listTerminationsAfter,
} from '../violations/terminations.repository.ts';
import { countBySeverity, listIncidentGroupPage } from './incident-groups.repository.ts';
import {
  presentIncident,
  presentIncidentGroup,
  presentTermination,
} from './incidents.presenter.ts';
import {
  type IncidentFilter,
  listIncidentPage,
  listIncidentsAfter,
} from './incidents.repository.ts';

type ListDeps = Pick<PlaybackDeps, 'db' | 'users'>;

/** Lists incidents of the users the caller may see. */
export async function listIncidents(
  { db, users }: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.security.incidents>,
) {
  const { limit, offset, sortBy, sortOrder, ...asked } = query;
  const filter = buildFilter(users, caller, asked);
  const order = { sortBy, sortOrder };
  const { items, total } = await listIncidentPage(db, filter, order, { limit, offset });
  return { items: items.map(presentIncident), limit, offset, total };
}

/** Lists the same incidents by learner and video, as groups of those that followed each other. */
export async function listIncidentGroups(
  { db, users }: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.security.incidentGroups>,
) {
  const { limit, offset, ...asked } = query;
  const filter = buildFilter(users, caller, asked);
  const { items, total, isCut } = await listIncidentGroupPage(db, filter, { limit, offset });
  const bySeverity = await countBySeverity(db, filter);
  return { items: items.map(presentIncidentGroup), limit, offset, total, isCut, bySeverity };
}

/** Lists the next incidents of the same list, for an export. */
export async function listIncidentsForExport(
  { db, users }: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.listExports.incidents>,
  part: ListPart,
) {
  const { sortBy, sortOrder, ...asked } = query;
  const filter = buildFilter(users, caller, asked);
  const rows = await listIncidentsAfter(db, filter, { sortBy, sortOrder }, part);
  return listItems(rows, presentIncident);
}

function buildFilter(
  users: ListDeps['users'],
  caller: SessionCaller,
  asked: Omit<IncidentFilter, 'visible' | 'searchesNumbers'>,
): IncidentFilter {
  return {
    ...asked,
    search: readSearchTerm(asked.search),
    searchesNumbers: caller.permissions.includes('users.read'),
    visible: users.visibleIds(caller),
  };
}

/** Lists terminations of the users the caller may see, newest first. */
export async function listTerminations(
  { db, users }: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.security.terminations>,
) {
  const { page, limit, ...filter } = query;
  const visible = users.visibleIds(caller);
  const window = { limit, offset: (page - 1) * limit };
  const { items, total } = await listTerminationPage(db, { ...filter, visible }, window);
  return { items: items.map(presentTermination), page, limit, total };
}

/** Lists the next terminations of the same list, for an export. */
export async function listTerminationsForExport(
  { db, users }: ListDeps,
  caller: SessionCaller,
  filter: QueryOf<typeof endpoints.listExports.terminations>,
  part: ListPart,
) {
  const found = { ...filter, visible: users.visibleIds(caller) };
  return listItems(await listTerminationsAfter(db, found, part), presentTermination);
}
