import type {
  DataOf,
  endpoints,
  PersistenceEvent,
  PersistenceReport,
  VendorSystem,
} from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { DrmDeps } from '../drm.deps.ts';
import { playbackEnded } from '../drm.errors.ts';
import { startUnlessStarted } from '../licences/licence-authorization.usecases.ts';
import { noPersistentLicence } from './persistent-licences.errors.ts';
import {
  countPersistenceEvents,
  insertPersistenceEvents,
  listStoredLicences,
  type StoredLicence,
} from './persistent-licences.repository.ts';
import { isValid, judgeCaching } from './persistent-licences.rules.ts';

type PersistentLicence = DataOf<typeof endpoints.drm.persistentLicense>;
type LicenceStatus = DataOf<typeof endpoints.drm.licenseStatus>;
type StartDeps = Pick<DrmDeps, 'findConfirmedPlayback' | 'startPlayback'>;

/**
 * Finds the record of a licence that this device of the caller stores.
 * @param playback the playback that uses it: it counts as started, as with a new licence
 * @throws AppError 404 when there is none, or it has expired; 403 by `playbackEnded`, or
 * too_many_streams
 */
export async function findPersistentLicence(
  deps: StartDeps & Pick<DrmDeps, 'db' | 'clock'>,
  caller: SessionCaller,
  { drmSystem, videoId }: { readonly drmSystem: VendorSystem; readonly videoId: string },
  playback?: { readonly id: string; readonly traits: ClientTraits },
): Promise<PersistentLicence> {
  const now = deps.clock.now();
  const stored = (await listStoredLicences(deps.db, caller.userId, videoId)).find(
    (licence) =>
      licence.drmSystem === drmSystem &&
      licence.isPersistent &&
      licence.deviceId === caller.deviceId &&
      isValid(licence, now),
  );
  if (!stored) throw noPersistentLicence();
  if (playback) await startWithStoredLicence(deps, caller, videoId, playback);
  return { ...presentLicence(videoId, stored), drmSystem };
}

/** Lists the records of the caller's own licences of a video, the latest first. */
export async function listOwnLicences(
  deps: Pick<DrmDeps, 'db' | 'clock'>,
  caller: SessionCaller,
  videoId: string,
): Promise<LicenceStatus> {
  const now = deps.clock.now();
  const licences = await listStoredLicences(deps.db, caller.userId, videoId);
  return {
    videoId,
    licenses: licences.map((licence) => ({
      ...presentLicence(videoId, licence),
      drmSystem: licence.drmSystem,
      persistent: licence.isPersistent,
      valid: isValid(licence, now),
    })),
  };
}

/**
 * Records what browsers report about storing licences.
 * @returns how many were recorded; 0 if the operator switched the log off
 */
export async function recordPersistenceEvents(
  deps: Pick<DrmDeps, 'db' | 'clock' | 'settings'>,
  caller: SessionCaller,
  events: readonly PersistenceEvent[],
): Promise<number> {
  if (deps.settings.persistenceLog === 'off') return 0;
  await insertPersistenceEvents(deps.db, caller, events, deps.clock.now());
  return events.length;
}

export async function reportPersistence(
  { db }: Pick<DrmDeps, 'db'>,
  since: Date,
): Promise<PersistenceReport> {
  const counts = await countPersistenceEvents(db, since);
  return { since: since.toISOString(), ...counts, ...judgeCaching(counts.byType) };
}

async function startWithStoredLicence(
  deps: StartDeps,
  caller: SessionCaller,
  videoId: string,
  { id, traits }: { readonly id: string; readonly traits: ClientTraits },
): Promise<void> {
  const playback = await deps.findConfirmedPlayback(id, caller, traits);
  if (playback.end !== null) throw playbackEnded(playback.end);
  if (playback.videoId !== videoId) throw noPersistentLicence();
  await startUnlessStarted(deps, caller, id, playback);
}

function presentLicence(
  videoId: string,
  licence: Pick<StoredLicence, 'sessionId' | 'createdAt' | 'expiresAt'>,
) {
  return {
    videoId,
    sessionId: licence.sessionId,
    createdAt: licence.createdAt.toISOString(),
    expirationTime: licence.expiresAt.toISOString(),
  };
}
