import type { Stream } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createEventRow } from '../../../platform/events/event-row.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import {
  type DescribedStream,
  enforceConcurrentStreamLimit,
} from '../concurrency/concurrent-stream-limit.rules.ts';
import { recordRefusedDevice } from '../incidents/server-incidents.usecases.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import {
  listOpenPlaybacks,
  lockPlaybackOfUser,
  lockUnstartedPlayback,
} from '../sessions/sessions.repository.ts';
import type { PlaybackSession } from '../sessions/sessions.rules.ts';
import { decideAccess } from './decide-access.usecases.ts';
import {
  insertWithCode,
  type OpenDeps,
  type OpenRequest,
  openPlayback,
  retryWithFreeCode,
} from './open-playback.usecases.ts';
import { type PlaybackChange, updateStarted } from './start.repository.ts';

/** A user's request to play, and its device. */
export interface StartRequest extends OpenRequest {
  /** Whether the user confirmed that conflicting streams end. */
  readonly takeOver: boolean;
}

type StoreDeps = Pick<
  PlaybackDeps,
  'db' | 'clock' | 'videos' | 'systemConfig' | 'playbackRevocations' | 'countOpened'
>;
type StartDeps = OpenDeps & StoreDeps;
type Startable = Pick<PlaybackSession, 'id' | 'sessionId' | 'userId' | 'videoId'>;

/**
 * Opens a playback session and starts it.
 * @throws AppError 403 mobile_device, access_terminated, playback_suspended, access_session_required,
 * user_token_invalid, encryption_scheme_missing or too_many_streams, 404 video_not_available
 */
export async function startPlayback(
  deps: StartDeps,
  caller: SessionCaller,
  videoId: string,
  request: StartRequest,
): Promise<Stream> {
  const decision = await decideAccess(deps, caller, videoId, request);
  if (decision.reason === 'mobile_device')
    await recordRefusedDevice(deps, caller, videoId, request);
  const opening = { ...request, videoId, decision, copyId: null };
  const { stream } = await openPlayback(
    deps,
    caller,
    opening,
    async (playback, _video, requireEntitled) => {
      const { code, ended } = await retryWithFreeCode(deps, async (trx) => {
        await lockPlaybackOfUser(trx, caller.userId);
        await requireEntitled(trx);
        const open = await listOpenPlaybacks(trx, caller.userId, deps.clock.now());
        const change = decideChange(deps, playback, open, request.takeOver);
        return insertWithCode(deps, trx, playback, change);
      });
      noteStarted(deps, ended);
      return { code };
    },
  );
  return stream;
}

/**
 * Opens a playback session ahead of a click: it starts with its first licence
 * (`startOpenedPlayback`). Until then no one has asked to play anything, so nothing is on record
 * but the session itself, and what may not be played is no refusal.
 * @returns null where it may not be played
 */
export async function openPlaybackAhead(
  deps: StartDeps,
  caller: SessionCaller,
  videoId: string,
  request: Omit<OpenRequest, 'userToken'>,
): Promise<Stream | null> {
  try {
    const { userToken } = await deps.drm.generateUserToken(caller, videoId, request.traits);
    const asked = { ...request, userToken };
    const decision = await decideAccess(deps, caller, videoId, asked);
    const opening = { ...asked, videoId, decision, copyId: null };
    const { stream } = await openPlayback(
      deps,
      caller,
      opening,
      (playback, _video, requireEntitled) =>
        retryWithFreeCode(deps, async (trx) => {
          await requireEntitled(trx);
          const nothing = { starts: null, moved: [], events: [], now: deps.clock.now() };
          return insertWithCode(deps, trx, playback, nothing);
        }),
    );
    return stream;
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  }
}

/**
 * Starts a playback session that was opened ahead of a click, which ends an older one of the same
 * sign-in and video. Until then it gets no keys and ends no other session. Two licences may be
 * requested at once: the first one starts it.
 * @throws AppError 403 too_many_streams
 */
export async function startOpenedPlayback(deps: StoreDeps, playback: Startable): Promise<void> {
  const { db, clock } = deps;
  const ended = await db.transaction().execute(async (trx) => {
    await lockPlaybackOfUser(trx, playback.userId);
    if (!(await lockUnstartedPlayback(trx, playback.id))) return null;
    const open = await listOpenPlaybacks(trx, playback.userId, clock.now());
    return updateStarted(trx, playback.id, decideChange(deps, playback, open, false));
  });
  if (ended) noteStarted(deps, ended);
}

/**
 * Decides what starting a playback session changes.
 * @param open all that its user plays, read under the lock of that user
 * @throws AppError 403 too_many_streams
 */
function decideChange(
  { clock, systemConfig }: Pick<PlaybackDeps, 'clock' | 'systemConfig'>,
  playback: Startable,
  open: readonly DescribedStream[],
  takeOver: boolean,
): PlaybackChange {
  const { id: playbackSessionId, sessionId, userId, videoId } = playback;
  const now = clock.now();
  const atMost = systemConfig.current().playback.streamsPerLearner;
  const moved = enforceConcurrentStreamLimit(open, playback, { atMost, takeOver, now });
  const events = [
    ...moved.map(({ id, videoId }) =>
      createEventRow('playback.moved', { playbackSessionId: id, userId, videoId }, now),
    ),
    createEventRow('playback.opened', { playbackSessionId, userId, videoId }, now),
  ];
  return { starts: { sessionId, videoId }, moved: moved.map(({ id }) => id), events, now };
}

/** Notes the end in this process, once the transaction is committed. */
function noteStarted(
  { playbackRevocations, countOpened }: Pick<PlaybackDeps, 'playbackRevocations' | 'countOpened'>,
  ended: readonly string[],
): void {
  playbackRevocations.note(ended);
  countOpened();
}
