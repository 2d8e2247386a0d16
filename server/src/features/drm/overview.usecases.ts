import type { DrmOverview, endpoints, QueryOf } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { LicenceRecordsRepository } from './licence-records.repository.ts';

const hours = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24, '90d': 90 * 24 } as const;
const latestFailures = 20;

/** How licence requests ended. */
export function createDrmOverview(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly records: Pick<LicenceRecordsRepository, 'results' | 'failures'>;
}) {
  return async ({
    timeRange,
  }: QueryOf<typeof endpoints.drmAdmin.overview>): Promise<DrmOverview> => {
    const since = new Date(deps.clock.now().getTime() - hours[timeRange] * 3_600_000);
    const [results, failures] = await Promise.all([
      deps.records.results(deps.db, since),
      deps.records.failures(deps.db, since, latestFailures),
    ]);
    return { since: since.toISOString(), results, failures };
  };
}
