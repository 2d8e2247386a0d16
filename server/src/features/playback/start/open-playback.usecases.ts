import { basePath, type EncryptionScheme, type NetworkType, type Stream } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { generateReadableCode } from '../../../platform/crypto/codes.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { classifyUserAgent } from '../../auth/index.ts';
import { playbackEnded, userTokenInvalid } from '../../drm/index.ts';
import { maskContactNumber } from '../../users/index.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import { buildManifest } from '../manifest/manifest.usecases.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { requireStillEntitled } from '../sessions/entitlement.usecases.ts';
import { encryptionSchemeMissing, playbackSuspended } from '../sessions/sessions.errors.ts';
import { isUserTokenUsed } from '../sessions/sessions.repository.ts';
import { findSuspensionEnd } from '../suspensions/suspensions.repository.ts';
import { findViolationStandings } from '../violations/violation-standing.usecases.ts';
import {
  type AccessDecision,
  type AskedAccess,
  type DecisionDeps,
  requireGranted,
} from './decide-access.usecases.ts';
import { presentPlayerPolicy } from './player-policy.rules.ts';
import { chooseScheme } from './scheme.rules.ts';
import {
  insertPlaybackSession,
  type NewPlaybackSession,
  type PlaybackChange,
} from './start.repository.ts';

const codeLength = 8;
/** Two of 6 × 10^11 codes are seldom the same; this many in a row never are. */
const codeTries = 5;

/** Another playback session has that code, and the transaction must be rolled back. */
class CodeTakenError extends Error {}

/** A user's request for a playback session, and its device. */
export interface OpenRequest extends AskedAccess {
  /** The schemes that the device's key systems support; undefined until they were queried. */
  readonly schemes?: readonly EncryptionScheme[] | undefined;
  /** As the browser sees its connection. */
  readonly network?: NetworkType | undefined;
}

/** A request that was decided on. */
export interface Opening extends OpenRequest {
  readonly videoId: string;
  readonly decision: AccessDecision;
  /** The copy that it fetches; null where it is watched. */
  readonly copyId: string | null;
}

export type OpenDeps = DecisionDeps & Pick<PlaybackDeps, 'downloadWatch' | 'settings'>;

/** Stores a playback session, within which `requireEntitled` is asked again. */
type Store<Stored> = (
  playback: NewPlaybackSession,
  video: PlayableVideo,
  requireEntitled: (trx: Trx) => Promise<void>,
) => Promise<Stored>;

/**
 * Opens a playback session for a request that was decided on.
 * @param store returns with the code of the session, which the watermark shows
 * @throws AppError by the decision's reason, 403 encryption_scheme_missing, and what `store` throws
 */
export async function openPlayback<Stored extends { readonly code: string }>(
  deps: OpenDeps,
  caller: SessionCaller,
  request: Opening,
  store: Store<Stored>,
): Promise<{ readonly stream: Stream; readonly stored: Stored }> {
  const { sessionId, userId, deviceId } = caller;
  const decision = requireGranted(request.decision);
  const { videoId, copyId, schemes: taken, traits, network = '' } = request;
  const { address, userAgent } = traits;
  const scheme = chooseScheme(decision.video.schemes, { taken, userAgent });
  if (!scheme) throw encryptionSchemeMissing();
  const { policy } = decision.userToken;
  const playback: NewPlaybackSession = {
    id: uuidv7(),
    sessionId,
    deviceId,
    userId,
    videoId,
    openedAt: deps.clock.now(),
    expiresAt: earlier(decision.endsAt, decision.video.availableUntil),
    userTokenId: decision.userToken.id,
    // A copy plays without a line, so its licence has to be kept where Clear Key is not allowed.
    policy: copyId === null ? policy : { ...policy, persistent: true },
    scheme,
    copyId,
    playsOn: { ...classifyUserAgent(userAgent), network },
  };
  const [stored, presented] = await Promise.all([
    store(playback, decision.video, (trx) =>
      requireStillEntitled(deps, trx, caller, decision.video.forWhom),
    ),
    presentStream(deps, playback, decision.video, address),
  ]);
  const { durationSeconds, manifest } = presented;
  const opened = { playbackId: playback.id, sessionId, userId, videoId, copyId };
  deps.downloadWatch.open({ ...opened, durationSeconds, manifest: manifest.text });
  const maskedNumber = maskContactNumber(decision.contactNumber);
  const { standing: violations, resumeAtSeconds } = decision;
  const watermark = { maskedNumber, sessionCode: stored.code };
  return { stream: { ...presented, resumeAtSeconds, violations, watermark }, stored };
}

/** Retries whole transactions: one in which the code was taken has ended other sessions already. */
export async function retryWithFreeCode<Opened>(
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

/** Inserts a playback session under a code of its own, with all that it changes. */
export async function insertWithCode(
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
 * Builds what the answer says beside the session code; none of it waits for the session to be
 * stored.
 */
async function presentStream(
  deps: Pick<PlaybackDeps, 'drm' | 'videos' | 'systemConfig' | 'settings'>,
  playback: NewPlaybackSession,
  video: PlayableVideo,
  address: string,
): Promise<Omit<Stream, 'watermark' | 'violations' | 'resumeAtSeconds'>> {
  const { id, sessionId, videoId, expiresAt, policy, scheme } = playback;
  const grant = { sessionId, playbackId: id, expiresAt, address };
  const systems = await deps.drm.listKeySystems(policy, scheme);
  const named = { kind: 'dash', scheme, systems } as const;
  const text = await buildManifest(deps, video, named, grant);
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
    segmentCache: deps.settings.segmentCache === 'on',
    expiresAt: expiresAt.toISOString(),
  };
}

/** Returns the earlier end: a video is not played beyond the end of its publication. */
function earlier(end: Date, other: Date | null): Date {
  return other && other < end ? other : end;
}
