import type { DrmOverview, endpoints, PersistenceReport, QueryOf } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { LicenceRecordsRepository } from '../licences/licence-records.repository.ts';
import type { Persistence } from '../persistent-licences/persistent-licences.usecases.ts';
import type { DrmPorts } from '../ports.ts';

const hours = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24, '90d': 90 * 24 } as const;
const latestFailures = 20;

/** Counts how licence requests ended. */
export function createDrmOverview(deps: {
  readonly visibleIds: DrmPorts['visibleIds'];
  readonly db: Db;
  readonly clock: Clock;
  readonly records: Pick<LicenceRecordsRepository, 'results' | 'failures'>;
  readonly persistence: Pick<Persistence, 'report'>;
}) {
  type Range = QueryOf<typeof endpoints.drmAdmin.overview>['timeRange'];
  const sinceOf = (range: Range) => new Date(deps.clock.now().getTime() - hours[range] * 3_600_000);

  return {
    /**
     * Counts licences of the whole installation; failures name their user only to callers who may
     * see that user.
     */
    async licences(caller: SessionCaller, range: Range): Promise<DrmOverview> {
      const since = sinceOf(range);
      const [results, failures] = await Promise.all([
        deps.records.results(deps.db, since),
        deps.records.failures(deps.db, { since, visible: deps.visibleIds(caller) }, latestFailures),
      ]);
      return { since: since.toISOString(), results, failures };
    },
    persistence: (range: Range): Promise<PersistenceReport> =>
      deps.persistence.report(sinceOf(range)),
  };
}
