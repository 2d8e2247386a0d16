import type {
  DataOf,
  endpoints,
  PersistenceEvent,
  PersistenceReport,
  VendorSystem,
} from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import { playbackEnded } from '../drm.errors.ts';
import type { DrmPorts } from '../ports.ts';
import { noPersistentLicence } from './persistent-licences.errors.ts';
import type { PersistenceRepository } from './persistent-licences.repository.ts';
import { isValid, judgeCaching } from './persistent-licences.rules.ts';

type Persistent = DataOf<typeof endpoints.drm.persistentLicense>;
type Status = DataOf<typeof endpoints.drm.licenseStatus>;

/** Licences that browsers keep, and what browsers note about keeping them. */
export function createPersistence(
  deps: Pick<DrmPorts, 'confirmedPlayback' | 'startPlayback'> & {
    readonly db: Db;
    readonly clock: Clock;
    readonly persistence: PersistenceRepository;
    /** False where an operator wants no notes: those that still come are dropped. */
    readonly isOn: boolean;
  },
) {
  const { db, clock, persistence } = deps;
  const recordOf = (
    videoId: string,
    licence: { sessionId: string; createdAt: Date; expiresAt: Date },
  ) => ({
    videoId,
    sessionId: licence.sessionId,
    createdAt: licence.createdAt.toISOString(),
    expirationTime: licence.expiresAt.toISOString(),
  });

  async function start(
    caller: SessionCaller,
    videoId: string,
    { id, traits }: { readonly id: string; readonly traits: ClientTraits },
  ): Promise<void> {
    const playback = await deps.confirmedPlayback(id, caller, traits);
    if (playback.end !== null) throw playbackEnded(playback.end);
    if (playback.videoId !== videoId) throw noPersistentLicence();
    const { sessionId, userId } = caller;
    if (!playback.isStarted) await deps.startPlayback({ id, sessionId, userId, videoId });
  }

  return {
    /**
     * Reads the record of a licence that this device of the caller keeps.
     * @param playback which plays with it: started by that, like by a new licence
     * @throws AppError 404 when there is none, or its time is over; 403 by `playbackEnded`, or
     *   too_many_streams
     */
    async persistent(
      caller: SessionCaller,
      drmSystem: VendorSystem,
      videoId: string,
      playback?: { readonly id: string; readonly traits: ClientTraits },
    ): Promise<Persistent> {
      const now = clock.now();
      const kept = (await persistence.licencesOf(db, caller.userId, videoId)).find(
        (licence) =>
          licence.drmSystem === drmSystem &&
          licence.isPersistent &&
          licence.deviceId === caller.deviceId &&
          isValid(licence, now),
      );
      if (!kept) throw noPersistentLicence();
      if (playback) await start(caller, videoId, playback);
      return { ...recordOf(videoId, kept), drmSystem };
    },

    /** Returns what is known of the caller's own licences of a video. */
    async status(caller: SessionCaller, videoId: string): Promise<Status> {
      const now = clock.now();
      const licences = await persistence.licencesOf(db, caller.userId, videoId);
      return {
        videoId,
        licenses: licences.map((licence) => ({
          ...recordOf(videoId, licence),
          drmSystem: licence.drmSystem,
          persistent: licence.isPersistent,
          valid: isValid(licence, now),
        })),
      };
    },

    async note(caller: SessionCaller, events: readonly PersistenceEvent[]): Promise<number> {
      if (!deps.isOn) return 0;
      await persistence.insert(db, caller, events, clock.now());
      return events.length;
    },

    async report(since: Date): Promise<PersistenceReport> {
      const counts = await persistence.counts(db, since);
      return { since: since.toISOString(), ...counts, ...judgeCaching(counts.byType) };
    },
  };
}

export type Persistence = ReturnType<typeof createPersistence>;
