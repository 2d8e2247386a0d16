import type { endpoints, QueryOf } from '@prahari/contract';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import {
  findTerminationPage,
  findTerminationsBehind,
} from '../violations/terminations.repository.ts';
import { presentIncident, presentTermination } from './incidents.presenter.ts';
import { findIncidentPage, findIncidentsBehind } from './incidents.repository.ts';

type ListDeps = Pick<PlaybackDeps, 'db' | 'users'>;

/** Lists incidents of the users the caller may see, newest first. */
export async function listIncidents(
  { db, users }: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.security.incidents>,
) {
  const { limit, offset, ...filter } = query;
  const visible = users.visibleIds(caller);
  const { items, total } = await findIncidentPage(db, { ...filter, visible }, { limit, offset });
  return { items: items.map(presentIncident), limit, offset, total };
}

export async function listIncidentsBehind(
  { db, users }: ListDeps,
  caller: SessionCaller,
  filter: QueryOf<typeof endpoints.listExports.incidents>,
  part: ListPart,
) {
  const found = { ...filter, visible: users.visibleIds(caller) };
  return listItems(await findIncidentsBehind(db, found, part), presentIncident);
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
  const { items, total } = await findTerminationPage(db, { ...filter, visible }, window);
  return { items: items.map(presentTermination), page, limit, total };
}

export async function listTerminationsBehind(
  { db, users }: ListDeps,
  caller: SessionCaller,
  filter: QueryOf<typeof endpoints.listExports.terminations>,
  part: ListPart,
) {
  const found = { ...filter, visible: users.visibleIds(caller) };
  return listItems(await findTerminationsBehind(db, found, part), presentTermination);
}
