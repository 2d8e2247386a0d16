import type { DrmSystem, ErrorReason, ServiceTrouble } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { gather } from '../../../platform/gather/gather.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { Count } from '../../../platform/metrics/metrics.ts';
import type {
  LicenceFact,
  LicenceRecord,
  LicenceRecordsRepository,
} from './licence-records.repository.ts';

export interface LicenceFactsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly records: LicenceRecordsRepository;
  readonly count: Count<'system' | 'outcome'>;
}

/** Puts on record how each licence request ended, committed before its answer goes out. */
export function createLicenceFacts(deps: LicenceFactsDeps) {
  const { db, clock, records } = deps;
  const write = gather(async (facts: readonly LicenceFact[]) => {
    await records.write(db, facts);
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
    issued: (system: DrmSystem, licence: LicenceRecord, keys: number): Promise<void> => {
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

    /** `playbackSessionId` is null when it is only claimed: it may belong to another user. */
    refused: (
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

    /** Records that the service failed a user who was entitled. */
    failed: (
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

export type LicenceFacts = ReturnType<typeof createLicenceFacts>;
