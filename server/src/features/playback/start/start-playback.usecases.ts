import {
  basePath,
  type EncryptionScheme,
  type NetworkType,
  type Stream,
  type ViolationStanding,
} from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { generateReadableCode } from '../../../platform/crypto/codes.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createEventRow } from '../../../platform/events/event-row.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import { classifyUserAgent, type DeviceKind } from '../../auth/index.ts';
import {
  accessSessionRequired,
  playbackEnded,
  userTokenInvalid,
  videoNotAvailable,
} from '../../drm/index.ts';
import { maskContactNumber } from '../../users/index.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import {
  type DescribedStream,
  enforceConcurrentStreamLimit,
} from '../concurrency/concurrent-stream-limit.rules.ts';
import { recordRefusedDevice } from '../incidents/server-incidents.usecases.ts';
import { buildManifest } from '../manifest/manifest.usecases.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { requireStillEntitled } from '../sessions/entitlement.usecases.ts';
import {
  encryptionSchemeMissing,
  mobileDevice,
  playbackSuspended,
} from '../sessions/sessions.errors.ts';
import {
  isUserTokenUsed,
  listOpenPlaybacks,
  lockPlaybackOfUser,
  lockUnstartedPlayback,
} from '../sessions/sessions.repository.ts';
import type { PlaybackSession } from '../sessions/sessions.rules.ts';
import { findSuspensionEnd } from '../suspensions/suspensions.repository.ts';
import { findViolationStandings } from '../violations/violation-standing.usecases.ts';
import { presentPlayerPolicy } from './player-policy.rules.ts';
import { chooseScheme } from './scheme.rules.ts';
import {
  findStartFacts,
  insertPlaybackSession,
  type NewPlaybackSession,
  type PlaybackChange,
  updateStarted,
} from './start.repository.ts';
import { decideStart, type Refusal } from './start.rules.ts';

const codeLength = 8;
/** Two of 6 × 10^11 codes are seldom the same; this many in a row never are. */
const codeTries = 5;
const nothingCounted: ViolationStanding = { count: 0, terminated: false };

const refusalErrors = {
  mobile_device: mobileDevice,
  access_terminated: () => playbackEnded('terminated'),
  playback_suspended: playbackSuspended,
  access_session_required: accessSessionRequired,
  video_not_available: videoNotAvailable,
  user_token_invalid: userTokenInvalid,
} as const satisfies Record<Refusal, () => Error>;

/** Another playback session has that code, and the transaction must be rolled back. */
class CodeTakenError extends Error {}

/** A user's request to play, and its device. */
export interface StartRequest {
  readonly userToken: string;
  /** Whether the user confirmed that conflicting streams end. */
  readonly takeOver: boolean;
  readonly device: DeviceKind;
  /** The schemes that the device's key systems support; undefined until they were queried. */
  readonly schemes?: readonly EncryptionScheme[] | undefined;
  /** As the browser sees its connection. */
  readonly network?: NetworkType | undefined;
  /** Of the caller; segments are served to its network. */
  readonly traits: ClientTraits;
}

type DecisionDeps = Pick<
  PlaybackDeps,
  'db' | 'clock' | 'drm' | 'videos' | 'sessionFacts' | 'systemConfig'
>;
type StoreDeps = Pick<
  PlaybackDeps,
  'db' | 'clock' | 'videos' | 'systemConfig' | 'playbackRevocations' | 'countOpened'
>;
type OpenDeps = DecisionDeps & StoreDeps & Pick<PlaybackDeps, 'downloadWatch'>;
/** A request that was decided on. */
interface Opening extends StartRequest {
  readonly decision: Awaited<ReturnType<typeof decideAccess>>;
  readonly isAhead: boolean;
}
type Startable = Pick<PlaybackSession, 'id' | 'sessionId' | 'userId' | 'videoId'>;

/** Returns why playback of this video may not start; null when it may. */
export async function validateAccess(
  deps: DecisionDeps,
  caller: SessionCaller,
  videoId: string,
  request: Pick<StartRequest, 'userToken' | 'device' | 'traits'>,
): Promise<Refusal | null> {
  return (await decideAccess(deps, caller, videoId, request)).reason;
}

/**
 * Opens a playback session and starts it.
 * @throws AppError 403 mobile_device, access_terminated, playback_suspended, access_session_required,
 * user_token_invalid, encryption_scheme_missing or too_many_streams, 404 video_not_available
 */
export async function startPlayback(
  deps: OpenDeps,
  caller: SessionCaller,
  videoId: string,
  request: StartRequest,
): Promise<Stream> {
  const decision = await decideAccess(deps, caller, videoId, request);
  if (decision.reason === 'mobile_device')
    await recordRefusedDevice(deps, caller, videoId, request);
  return openPlayback(deps, caller, videoId, { ...request, decision, isAhead: false });
}

/**
 * Opens a playback session ahead of a click: it starts with its first licence
 * (`startOpenedPlayback`). Until then no one has asked to play anything, so nothing is on record
 * but the session itself, and what may not be played is no refusal.
 * @returns null where it may not be played
 */
export async function openPlaybackAhead(
  deps: OpenDeps,
  caller: SessionCaller,
  videoId: string,
  request: Omit<StartRequest, 'userToken' | 'takeOver'>,
): Promise<Stream | null> {
  try {
    const { userToken } = await deps.drm.generateUserToken(caller, videoId, request.traits);
    const asked = { ...request, userToken, takeOver: false };
    const decision = await decideAccess(deps, caller, videoId, asked);
    return await openPlayback(deps, caller, videoId, { ...asked, decision, isAhead: true });
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  }
}

async function openPlayback(
  deps: OpenDeps,
  caller: SessionCaller,
  videoId: string,
  request: Opening,
): Promise<Stream> {
  const { sessionId, userId, deviceId } = caller;
  const { decision } = request;
  if (decision.reason) throw refusalErrors[decision.reason]();
  const { schemes: taken, traits, network = '' } = request;
  const { address, userAgent } = traits;
  const scheme = chooseScheme(decision.video.schemes, { taken, userAgent });
  if (!scheme) throw encryptionSchemeMissing();
  const playback: NewPlaybackSession = {
    id: uuidv7(),
    sessionId,
    deviceId,
    userId,
    videoId,
    openedAt: deps.clock.now(),
    expiresAt: earlier(decision.endsAt, decision.video.availableUntil),
    userTokenId: decision.userToken.id,
    policy: decision.userToken.policy,
    scheme,
    playsOn: { ...classifyUserAgent(userAgent), network },
  };
  const [sessionCode, presented] = await Promise.all([
    storePlayback(deps, playback, request, (trx) =>
      requireStillEntitled(deps, trx, caller, decision.video.forWhom),
    ),
    presentStream(deps, playback, decision.video, address),
  ]);
  const { durationSeconds, manifest } = presented;
  deps.downloadWatch.open({ sessionId, userId, videoId, durationSeconds, manifest: manifest.text });
  const maskedNumber = maskContactNumber(decision.contactNumber);
  const { standing: violations, resumeAtSeconds } = decision;
  const watermark = { maskedNumber, sessionCode };
  return { ...presented, resumeAtSeconds, violations, watermark };
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

async function decideAccess(
  deps: DecisionDeps,
  caller: SessionCaller,
  videoId: string,
  { userToken, device, traits }: Pick<StartRequest, 'userToken' | 'device' | 'traits'>,
) {
  const { userId, sessionId } = caller;
  const now = deps.clock.now();
  const token = await deps.drm.verifyUserToken(userToken, caller, videoId);
  const place = deps.sessionFacts.placeOf(traits);
  const asked = { userId, sessionId, videoId, userTokenId: token?.id ?? null, place };
  const found = await findStartFacts(deps.db, asked, now);
  const [standing, playable, videoAccessEndsAt] = await Promise.all([
    found && !found.hasStanding ? nothingCounted : findStanding(deps, userId, videoId),
    found ? deps.videos.describePlayableVideo(found.video, caller) : null,
    found ? found.accessEndsAt : deps.sessionFacts.videoAccessExpiresAt(sessionId, traits),
  ]);
  const { terminated: isTerminated } = standing;
  const video = found && playable ? { ...playable, forWhom: found.video } : null;
  const unused = found?.isUserTokenUsed ? null : token;
  const { contactNumber = '', resumeAtSeconds = 0, suspendedUntil = null } = found ?? {};
  const facts = {
    device,
    isTerminated,
    suspendedUntil,
    videoAccessEndsAt,
    video,
    userToken: unused,
  };
  return { ...decideStart(facts, now), standing, contactNumber, resumeAtSeconds };
}

async function findStanding(
  deps: DecisionDeps,
  userId: string,
  videoId: string,
): Promise<ViolationStanding> {
  const standings = await findViolationStandings(deps, deps.db, userId, [videoId]);
  return standings.get(videoId) ?? nothingCounted;
}

/** @returns the code of the session, which the watermark shows */
async function storePlayback(
  deps: StoreDeps,
  playback: NewPlaybackSession,
  { isAhead, takeOver }: Pick<Opening, 'isAhead' | 'takeOver'>,
  requireEntitled: (trx: Trx) => Promise<void>,
): Promise<string> {
  const { userId } = playback;
  const nothing = { starts: null, moved: [], events: [], now: deps.clock.now() };
  if (isAhead) {
    const opened = await retryWithFreeCode(deps, async (trx) => {
      await requireEntitled(trx);
      return insertWithCode(deps, trx, playback, nothing);
    });
    return opened.code;
  }
  const { code, ended } = await retryWithFreeCode(deps, async (trx) => {
    await lockPlaybackOfUser(trx, userId);
    await requireEntitled(trx);
    const open = await listOpenPlaybacks(trx, userId, deps.clock.now());
    return insertWithCode(deps, trx, playback, decideChange(deps, playback, open, takeOver));
  });
  noteStarted(deps, ended);
  return code;
}

/** Retries whole transactions: one in which the code was taken has ended other sessions already. */
async function retryWithFreeCode<Opened>(
  { db }: Pick<PlaybackDeps, 'db'>,
  open: (trx: Trx) => Promise<Opened>,
): Promise<Opened> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(open);
    } catch (error) {
      if (!(error instanceof CodeTakenError) || attempt === codeTries) throw error;
    }
  }
}

async function insertWithCode(
  deps: Pick<PlaybackDeps, 'clock' | 'systemConfig'>,
  trx: Trx,
  playback: NewPlaybackSession,
  change: PlaybackChange,
): Promise<{ code: string; ended: readonly string[] }> {
  const { userId, videoId, userTokenId } = playback;
  const code = generateReadableCode(codeLength);
  const ended = await insertPlaybackSession(trx, { ...playback, code }, change);
  if (ended) return { code, ended };
  // Since the decision a report may have ended access, or another request used the token.
  const standings = await findViolationStandings(deps, trx, userId, [videoId]);
  if (standings.get(videoId)?.terminated) throw playbackEnded('terminated');
  if (await findSuspensionEnd(trx, userId, deps.clock.now())) throw playbackSuspended();
  if (await isUserTokenUsed(trx, userTokenId)) throw userTokenInvalid();
  throw new CodeTakenError();
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

/**
 * Builds what the answer says beside the session code; none of it waits for the session to be
 * stored.
 */
async function presentStream(
  deps: Pick<PlaybackDeps, 'drm' | 'videos' | 'systemConfig'>,
  playback: NewPlaybackSession,
  video: PlayableVideo,
  address: string,
): Promise<Omit<Stream, 'watermark' | 'violations' | 'resumeAtSeconds'>> {
  const { id, sessionId, videoId, expiresAt, policy, scheme } = playback;
  const grant = { sessionId, playbackId: id, expiresAt, address };
  const systems = await deps.drm.listKeySystems(policy, scheme);
  const text = await buildManifest(deps, 'dash', video, { scheme, systems }, grant);
  const { urlVersion, posterName } = video;
  const query = `playbackSession=${id}`;
  return {
    playbackSessionId: id,
    videoId,
    title: video.title,
    description: video.description,
    durationSeconds: video.durationSeconds,
    posterUrl: deps.videos.signPosterUrl({ videoId, sessionId, urlVersion, expiresAt, posterName }),
    slidesTrack: video.slidesTrack,
    manifest: {
      dash: `${basePath}/videos/${videoId}/manifest/dash?${query}`,
      hls: `${basePath}/videos/${videoId}/manifest/hls?${query}`,
      text,
    },
    keySystems: deps.drm.describeKeySystems(id, policy, systems),
    encryption: { scheme, others: video.schemes.filter((one) => one !== scheme) },
    policy: presentPlayerPolicy(deps.systemConfig.current().playback),
    persistenceLog: deps.drm.hasPersistenceLog,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Returns the earlier end: a video is not played beyond the end of its publication. */
function earlier(end: Date, other: Date | null): Date {
  return other && other < end ? other : end;
}
