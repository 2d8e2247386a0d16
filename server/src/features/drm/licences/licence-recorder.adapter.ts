import type { DrmSystem, ErrorReason, EventCatalogue, ServiceTrouble } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { createEventRow } from '../../../platform/events/event-row.ts';
import { gather } from '../../../platform/gather/gather.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { Count } from '../../../platform/metrics/metrics.ts';
import {
  insertLicenceFacts,
  type LicenceFact,
  type LicenceRecord,
} from './licence-records.repository.ts';

/**
 * Records how each licence request ended, committed before its answer goes out; requests that end
 * at the same time share one statement.
 */
export function createLicenceRecorder(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly count: Count<'system' | 'outcome'>;
}) {
  const { db, clock } = deps;
  const write = gather(async (facts: readonly LicenceFact[]) => {
    await insertLicenceFacts(db, facts);
    return facts;
  });

  async function record<Name extends 'licence.issued' | 'licence.refused' | 'licence.failed'>(
    name: Name,
    data: EventCatalogue[Name],
    fact: Omit<LicenceFact, 'event'>,
  ): Promise<void> {
    await write({ ...fact, event: createEventRow(name, data, clock.now()) });
    const { system, outcome } = fact;
    deps.count({ system, outcome });
  }

  return {
    recordIssued: (system: DrmSystem, licence: LicenceRecord, keys: number): Promise<void> => {
      const { playbackSessionId, userId, videoId } = licence;
      return record(
        'licence.issued',
        { system, playbackSessionId, userId, videoId, keys },
        { system, outcome: 'issued', reason: '', licence },
      );
    },

    /** @param playbackSessionId null when it is only a claim: it may belong to another user */
    recordRefused: (
      system: DrmSystem,
      { userId }: SessionCaller,
      playbackSessionId: string | null,
      reason: ErrorReason,
    ): Promise<void> =>
      record(
        'licence.refused',
        { system, playbackSessionId, userId, reason },
        { system, outcome: 'refused', reason, licence: null },
      ),

    /** Records that the licence service failed for a user who was entitled. */
    recordFailed: (
      system: DrmSystem,
      { userId }: SessionCaller,
      playbackSessionId: string,
      why: ServiceTrouble & { readonly reason: ErrorReason },
    ): Promise<void> =>
      record(
        'licence.failed',
        { system, playbackSessionId, userId, ...why },
        { system, outcome: 'failed', reason: why.reason, licence: null },
      ),
  };
}

export type LicenceRecorder = ReturnType<typeof createLicenceRecorder>;
