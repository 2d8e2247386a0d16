import type { DrmOverview, endpoints, PersistenceReport, QueryOf } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { DrmDeps } from '../drm.deps.ts';
import {
  countLicenceResults,
  listLicenceFailures,
} from '../licences/licence-records.repository.ts';
import { reportPersistence } from '../persistent-licences/persistent-licences.usecases.ts';

const hours = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24, '90d': 90 * 24 } as const;
const latestFailures = 20;

type Range = QueryOf<typeof endpoints.drmAdmin.overview>['timeRange'];

/**
 * Counts the outcomes of licence requests of the whole installation; failures name their user only
 * to callers who may see that user.
 */
export async function countLicences(
  deps: Pick<DrmDeps, 'db' | 'clock' | 'visibleIds'>,
  caller: SessionCaller,
  range: Range,
): Promise<DrmOverview> {
  const since = computeStart(range, deps.clock);
  const [results, failures] = await Promise.all([
    countLicenceResults(deps.db, since),
    listLicenceFailures(deps.db, { since, visible: deps.visibleIds(caller) }, latestFailures),
  ]);
  return { since: since.toISOString(), results, failures };
}

export function reportRecentPersistence(
  deps: Pick<DrmDeps, 'db' | 'clock'>,
  range: Range,
): Promise<PersistenceReport> {
  return reportPersistence(deps, computeStart(range, deps.clock));
}

function computeStart(range: Range, clock: Clock): Date {
  return new Date(clock.now().getTime() - hours[range] * 3_600_000);
}
