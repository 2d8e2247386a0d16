import type { endpoints, QueryOf } from '@prahari/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { VisibleIds } from '../../users/index.ts';
import type { TerminationsRepository } from '../violations/terminations.repository.ts';
import { presentIncident, presentTermination } from './incidents.presenter.ts';
import type { IncidentsRepository } from './incidents.repository.ts';

export interface SeeIncidentsDeps {
  readonly db: Db;
  readonly incidents: IncidentsRepository;
  readonly terminations: TerminationsRepository;
  readonly visibleIds: VisibleIds;
}

/** Incidents and terminations of the users whom the caller sees, newest first. */
export function createSeeIncidents({ db, incidents, terminations, visibleIds }: SeeIncidentsDeps) {
  return {
    async incidents(caller: SessionCaller, query: QueryOf<typeof endpoints.security.incidents>) {
      const { limit, offset, ...filter } = query;
      const visible = visibleIds(caller);
      const { items, total } = await incidents.page(db, { ...filter, visible }, { limit, offset });
      return { items: items.map(presentIncident), limit, offset, total };
    },

    async incidentsBehind(
      caller: SessionCaller,
      filter: QueryOf<typeof endpoints.listExports.incidents>,
      part: ListPart,
    ) {
      const visible = visibleIds(caller);
      return listItems(await incidents.behind(db, { ...filter, visible }, part), presentIncident);
    },

    async terminations(
      caller: SessionCaller,
      query: QueryOf<typeof endpoints.security.terminations>,
    ) {
      const { page, limit, ...filter } = query;
      const visible = visibleIds(caller);
      const window = { limit, offset: (page - 1) * limit };
      const { items, total } = await terminations.page(db, { ...filter, visible }, window);
      return { items: items.map(presentTermination), page, limit, total };
    },

    async terminationsBehind(
      caller: SessionCaller,
      filter: QueryOf<typeof endpoints.listExports.terminations>,
      part: ListPart,
    ) {
      const found = { ...filter, visible: visibleIds(caller) };
      return listItems(await terminations.behind(db, found, part), presentTermination);
    },
  };
}

export type SeeIncidents = ReturnType<typeof createSeeIncidents>;
