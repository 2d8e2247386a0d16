import { randomBytes } from 'node:crypto';
import { type EncryptionScheme, type OfflineGrant, offlineLimits } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import { seal, unseal } from '../../../platform/crypto/seal.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { createEventRow } from '../../../platform/events/event-row.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import { type DeviceKind, mayPlay } from '../../auth/index.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import { recordRefusedDevice } from '../incidents/server-incidents.usecases.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { mobileDevice } from '../sessions/sessions.errors.ts';
import { lockPlaybackOfUser } from '../sessions/sessions.repository.ts';
import { decideAccess } from '../start/decide-access.usecases.ts';
import {
  insertWithCode,
  type OpenDeps,
  openPlayback,
  retryWithFreeCode,
} from '../start/open-playback.usecases.ts';
import type { NewPlaybackSession } from '../start/start.repository.ts';
import { presentCopy } from './copies.presenter.ts';
import {
  type CopyRow,
  countGoodCopies,
  countVideosCopied,
  endFetching,
  insertCopy,
  lockGoodCopy,
  replaceCopies,
} from './copies.repository.ts';
import { beginOfCopyDay, computeCopyEnd } from './copies.rules.ts';
import {
  copyNotFound,
  offlineCopiesFull,
  offlineCopiesOfDay,
  offlineNotAllowed,
} from './offline.errors.ts';

const secretBytes = 32;

/** Binds the sealed secret to its copy. */
const secretContext = (copyId: string) => `offline-copy:${copyId}`;

export const offlineSecretColumn: SealedColumn = {
  what: 'secrets of offline copies',
  table: 'offline_copies',
  column: 'sealed_secret',
  context: 'offline-copy:{id}',
};

/** A request for a copy, and its device. */
export interface CopyRequest {
  readonly videoId: string;
  /** Resumes the download of this copy; undefined for a new one. */
  readonly copyId?: string | undefined;
  readonly schemes?: readonly EncryptionScheme[] | undefined;
  readonly device: DeviceKind;
  readonly traits: ClientTraits;
}

type StoreDeps = Pick<PlaybackDeps, 'db' | 'clock' | 'systemConfig' | 'masterKey'> &
  Pick<PlaybackDeps, 'playbackRevocations'>;

interface Stored {
  readonly code: string;
  readonly copy: CopyRow;
  readonly secret: Buffer;
  /** Playback sessions that fetched what it replaces. */
  readonly ended: readonly string[];
}

/**
 * Makes a copy of a video for the caller's device, or resumes its download: opens a playback session
 * that fetches it. That is no play: it ends no other, and counts as none.
 * @throws AppError 403 offline_not_allowed, or what refuses a start; 404 video_not_available, or for
 * a copy that can't be resumed; 409 offline_copies_full,
 * offline_copies_of_day
 */
export async function makeCopy(
  deps: OpenDeps & StoreDeps,
  caller: SessionCaller,
  request: CopyRequest,
): Promise<OfflineGrant> {
  if (!deps.systemConfig.current().playback.offlineCopies) throw offlineNotAllowed();
  const { videoId, copyId = uuidv7(), device, traits } = request;
  if (!mayPlay(device)) {
    await recordRefusedDevice(deps, caller, videoId, { device, traits });
    throw mobileDevice();
  }
  const { userToken } = await deps.drm.generateUserToken(caller, videoId, traits);
  const asked = { userToken, device, traits, schemes: request.schemes };
  const decision = await decideAccess(deps, caller, videoId, asked);
  const { stream, stored } = await openPlayback(
    deps,
    caller,
    { ...asked, videoId, decision, copyId },
    (playback, video, requireEntitled) =>
      retryWithFreeCode(deps, async (trx) => {
        await lockPlaybackOfUser(trx, caller.userId);
        await requireEntitled(trx);
        return request.copyId === undefined
          ? storeNewCopy(deps, trx, { copyId, playback, video, traits })
          : storeResumed(deps, trx, copyId, playback);
      }),
  );
  deps.playbackRevocations.note(stored.ended);
  const now = deps.clock.now();
  return {
    copy: presentCopy(stored.copy, now),
    secret: stored.secret.toString('base64url'),
    deviceId: caller.deviceId,
    serverTime: now.toISOString(),
    stream,
  };
}

/** Stores a copy with its first playback session, instead of those of the same video. */
async function storeNewCopy(
  deps: StoreDeps,
  trx: Trx,
  given: {
    readonly copyId: string;
    readonly playback: NewPlaybackSession;
    readonly video: PlayableVideo;
    readonly traits: ClientTraits;
  },
): Promise<Stored> {
  const { copyId, playback, video, traits } = given;
  const { userId, deviceId, videoId } = playback;
  const now = deps.clock.now();
  const replaced = await replaceCopies(trx, playback, videoId, now);
  if ((await countGoodCopies(trx, playback, now)) >= offlineLimits.copies)
    throw offlineCopiesFull();
  const copied = await countVideosCopied(trx, playback, beginOfCopyDay(now));
  if (copied >= offlineLimits.videosPerDay) throw offlineCopiesOfDay();
  const ended = await endFetching(trx, userId, replaced, { cause: 'replaced', now });
  await deps.playbackRevocations.publish(trx, ended);
  const event = createEventRow('offline.copied', { copyId, userId, videoId, deviceId }, now);
  const change = { starts: null, moved: [], events: [event], now };
  const { code } = await insertWithCode(deps, trx, playback, change);
  const secret = randomBytes(secretBytes);
  const copy = {
    id: copyId,
    videoId,
    title: video.title,
    createdAt: now,
    expiresAt: computeCopyEnd(now, video.availableUntil),
    revokedFor: null,
  };
  await insertCopy(trx, {
    ...copy,
    userId,
    deviceId,
    playbackSessionId: playback.id,
    sealedSecret: seal(deps.masterKey, secret, secretContext(copyId)),
    userAgent: traits.userAgent,
  });
  return { code, copy, secret, ended };
}

/** Stores one more playback session that fetches a copy. @throws AppError 404 */
async function storeResumed(
  deps: StoreDeps,
  trx: Trx,
  copyId: string,
  playback: NewPlaybackSession,
): Promise<Stored> {
  const now = deps.clock.now();
  const found = await lockGoodCopy(trx, copyId, playback, now);
  if (found?.videoId !== playback.videoId) throw copyNotFound();
  const nothing = { starts: null, moved: [], events: [], now };
  const { code } = await insertWithCode(deps, trx, playback, nothing);
  const { sealedSecret, ...copy } = found;
  const secret = unseal(deps.masterKey, sealedSecret, secretContext(copyId));
  return { code, copy, secret, ended: [] };
}
