import type { DrmSystem, ErrorReason, ServiceTrouble } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
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

  async function record(
    fact: Omit<LicenceFact, 'event' | 'at'> & { name: LicenceFact['event']['name']; data: object },
  ): Promise<void> {
    const { name, data, ...rest } = fact;
    const { system, outcome } = fact;
    const event = { id: uuidv7(), name, data: JSON.stringify({ system, ...data }) };
    await write({ ...rest, event, at: clock.now() });
    deps.count({ system, outcome });
  }

  return {
    recordIssued: (system: DrmSystem, licence: LicenceRecord, keys: number): Promise<void> => {
      const { playbackSessionId, userId, videoId } = licence;
      return record({
        system,
        outcome: 'issued',
        reason: '',
        licence,
        name: 'licence.issued',
        data: { playbackSessionId, userId, videoId, keys },
      });
    },

    /** @param playbackSessionId null when it is only a claim: it may belong to another user */
    recordRefused: (
      system: DrmSystem,
      { userId }: SessionCaller,
      playbackSessionId: string | null,
      reason: ErrorReason,
    ): Promise<void> =>
      record({
        system,
        outcome: 'refused',
        reason,
        licence: null,
        name: 'licence.refused',
        data: { playbackSessionId, userId, reason },
      }),

    /** Records that the licence service failed for a user who was entitled. */
    recordFailed: (
      system: DrmSystem,
      { userId }: SessionCaller,
      playbackSessionId: string,
      why: ServiceTrouble & { readonly reason: ErrorReason },
    ): Promise<void> =>
      record({
        system,
        outcome: 'failed',
        reason: why.reason,
        licence: null,
        name: 'licence.failed',
        data: { playbackSessionId, userId, ...why },
      }),
  };
}

export type LicenceRecorder = ReturnType<typeof createLicenceRecorder>;
