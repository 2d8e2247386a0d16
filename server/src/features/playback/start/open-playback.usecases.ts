import {
  basePath,
  type EncryptionScheme,
  type Stream,
  type ViolationStanding,
} from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import { readableCode } from '../../../platform/crypto/codes.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import {
  accessSessionRequired,
  playbackEnded,
  userTokenInvalid,
  videoNotAvailable,
} from '../../drm/index.ts';
import { maskContactNumber } from '../../users/index.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import { createSignedManifest, type ManifestKind } from '../manifest/manifest.usecases.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { FindLivePlayback } from '../sessions/live-playback.usecases.ts';
import { encryptionSchemeMissing, mobileDevice } from '../sessions/sessions.errors.ts';
import type { PlaybackSessionsRepository } from '../sessions/sessions.repository.ts';
import { decideStart, mayHaveManifest, type Refusal } from '../sessions/sessions.rules.ts';
import type { RequireStillEntitled } from '../sessions/still-entitled.usecases.ts';
import type { DeviceKind } from './device.rules.ts';
import { policyOf } from './player-policy.rules.ts';
import { chooseScheme } from './scheme.rules.ts';
import type { NewPlaybackSession, OpeningRepository, PlaybackChange } from './start.repository.ts';
import type { StartPlayback } from './start-playback.usecases.ts';

const codeLength = 8;
/** Two of 6 × 10^11 codes are seldom the same; this many in a row never are. */
const codeTries = 5;
const nothingCounted: ViolationStanding = { count: 0, terminated: false };

const refusalErrors = {
  mobile_device: mobileDevice,
  access_terminated: () => playbackEnded('terminated'),
  access_session_required: accessSessionRequired,
  video_not_available: videoNotAvailable,
  user_token_invalid: userTokenInvalid,
} as const satisfies Record<Refusal, () => Error>;

/** Another playback has that session code; nothing of the transaction may be kept. */
class CodeTakenError extends Error {}

/** How a user asks to play, and on what. */
export interface OpeningRequest {
  readonly userToken: string;
  /** Whether to end what plays elsewhere. */
  readonly takeOver: boolean;
  /** Opened before the learner chose it. */
  readonly ahead?: boolean | undefined;
  readonly device: DeviceKind;
  /** What its key systems take; undefined while they were not asked. */
  readonly schemes?: readonly EncryptionScheme[] | undefined;
  /** Of the caller; segments are served to its network. */
  readonly traits: ClientTraits;
}

export interface PlaybackSessionsDeps extends PlaybackPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly playbackSessions: PlaybackSessionsRepository;
  readonly opening: OpeningRepository;
  readonly livePlayback: FindLivePlayback;
  standingOf(
    db: DbOrTrx,
    userId: string,
    videoIds: readonly string[],
  ): Promise<ReadonlyMap<string, ViolationStanding>>;
  noteRefusedDevice(caller: SessionCaller, videoId: string, request: OpeningRequest): Promise<void>;
  startPlayback: StartPlayback;
  requireStillEntitled: RequireStillEntitled;
  onOpened(lesson: {
    readonly sessionId: string;
    readonly userId: string;
    readonly videoId: string;
    readonly durationSeconds: number | null;
    readonly manifest: string;
  }): void;
}

/** Playback from 'may I?' to the manifest. */
export function createPlaybackSessions(deps: PlaybackSessionsDeps) {
  const { clock, videos } = deps;
  const signedManifest = createSignedManifest(deps);

  async function standingWith(userId: string, videoId: string): Promise<ViolationStanding> {
    const standings = await deps.standingOf(deps.db, userId, [videoId]);
    return standings.get(videoId) ?? nothingCounted;
  }

  async function decide(
    caller: SessionCaller,
    videoId: string,
    { userToken, device, traits }: Pick<OpeningRequest, 'userToken' | 'device' | 'traits'>,
  ) {
    const { userId, sessionId } = caller;
    const now = clock.now();
    const token = await deps.drm.verifyUserToken(userToken, caller, videoId);
    const place = deps.sessionFacts.placeOf(traits);
    const asked = { userId, sessionId, videoId, userTokenId: token?.id ?? null, place };
    const found = await deps.opening.facts(deps.db, asked, now);
    const [standing, playable, videoAccessEndsAt] = await Promise.all([
      found && !found.hasStanding ? nothingCounted : standingWith(userId, videoId),
      found ? videos.playable(found.video, caller) : null,
      found ? found.accessEndsAt : deps.sessionFacts.videoAccessExpiresAt(sessionId, traits),
    ]);
    const { terminated: isTerminated } = standing;
    const video = found && playable ? { ...playable, forWhom: found.video } : null;
    const unused = found?.isUserTokenUsed ? null : token;
    const facts = { device, isTerminated, videoAccessEndsAt, video, userToken: unused };
    const { contactNumber = '', resumeAtSeconds = 0 } = found ?? {};
    return { ...decideStart(facts, now), standing, contactNumber, resumeAtSeconds };
  }

  async function insertWithCode(
    trx: Trx,
    playback: NewPlaybackSession,
    change: PlaybackChange,
  ): Promise<{ code: string; ended: readonly string[] }> {
    const { userId, videoId, userTokenId } = playback;
    const code = readableCode(codeLength);
    const ended = await deps.opening.open(trx, { ...playback, code }, change);
    if (ended) return { code, ended };
    // Since it was decided: a report may have ended access, or another request used the token.
    const standings = await deps.standingOf(trx, userId, [videoId]);
    if (standings.get(videoId)?.terminated) throw playbackEnded('terminated');
    if (await deps.playbackSessions.isUserTokenUsed(trx, userTokenId)) throw userTokenInvalid();
    throw new CodeTakenError();
  }

  /** Tries whole transactions: one in which the code was taken has ended other playbacks already. */
  async function withFreeCode<Opened>(open: (trx: Trx) => Promise<Opened>): Promise<Opened> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await deps.db.transaction().execute(open);
      } catch (error) {
        if (!(error instanceof CodeTakenError) || attempt === codeTries) throw error;
      }
    }
  }

  async function store(
    playback: NewPlaybackSession,
    { ahead: isAhead = false, takeOver }: OpeningRequest,
    requireEntitled: (trx: Trx) => Promise<void>,
  ): Promise<string> {
    const { userId } = playback;
    const { startPlayback } = deps;
    const nothing = { starts: null, moved: [], events: [], now: clock.now() };
    if (isAhead) {
      const opened = await withFreeCode(async (trx) => {
        await requireEntitled(trx);
        return insertWithCode(trx, playback, nothing);
      });
      return opened.code;
    }
    const { code, ended } = await withFreeCode(async (trx) => {
      await deps.playbackSessions.lockUser(trx, userId);
      await requireEntitled(trx);
      const open = await deps.playbackSessions.openOf(trx, userId, clock.now());
      return insertWithCode(trx, playback, startPlayback.changeOf(playback, open, takeOver));
    });
    startPlayback.noteStarted(ended);
    return code;
  }

  /**
   * Builds what the answer says beside the session code; none of it waits for the session to be
   * stored.
   */
  async function present(
    playback: NewPlaybackSession,
    video: PlayableVideo,
    address: string,
  ): Promise<Omit<Stream, 'watermark' | 'violations' | 'resumeAtSeconds'>> {
    const { id, sessionId, videoId, expiresAt, policy, scheme } = playback;
    const grant = { sessionId, playbackId: id, expiresAt, address };
    const systems = await deps.drm.listKeySystems(policy, scheme);
    const text = await signedManifest('dash', video, { scheme, systems }, grant);
    const { urlVersion } = video;
    const query = `playbackSession=${id}`;
    return {
      playbackSessionId: id,
      videoId,
      title: video.title,
      description: video.description,
      durationSeconds: video.durationSeconds,
      posterUrl: videos.signPosterUrl({
        videoId,
        sessionId,
        urlVersion,
        expiresAt,
        posterName: video.posterName,
      }),
      slidesTrack: video.slidesTrack,
      manifest: {
        dash: `${basePath}/videos/${videoId}/manifest/dash?${query}`,
        hls: `${basePath}/videos/${videoId}/manifest/hls?${query}`,
        text,
      },
      keySystems: deps.drm.describeKeySystems(id, policy, systems),
      encryption: { scheme, others: video.schemes.filter((one) => one !== scheme) },
      policy: policyOf(deps.systemConfig.current().playback),
      persistenceLog: deps.drm.hasPersistenceLog,
      expiresAt: expiresAt.toISOString(),
    };
  }

  return {
    /** Returns why playback of this video may not start; null when it may. */
    async refusal(
      caller: SessionCaller,
      videoId: string,
      given: Pick<OpeningRequest, 'userToken' | 'device' | 'traits'>,
    ): Promise<Refusal | null> {
      return (await decide(caller, videoId, given)).reason;
    },

    /**
     * Opens a playback session and starts it, unless it is opened ahead of a click: that one starts
     * with its first licence.
     * @throws AppError 403 mobile_device, access_terminated, access_session_required,
     * user_token_invalid, encryption_scheme_missing or too_many_streams, 404 video_not_available
     */
    async open(caller: SessionCaller, videoId: string, request: OpeningRequest): Promise<Stream> {
      const { sessionId, userId, deviceId } = caller;
      const decision = await decide(caller, videoId, request);
      if (decision.reason === 'mobile_device')
        await deps.noteRefusedDevice(caller, videoId, request);
      if (decision.reason) throw refusalErrors[decision.reason]();
      const { schemes: taken, traits } = request;
      const { address, userAgent } = traits;
      const scheme = chooseScheme(decision.video.schemes, { taken, userAgent });
      if (!scheme) throw encryptionSchemeMissing();
      const playback: NewPlaybackSession = {
        id: uuidv7(),
        sessionId,
        deviceId,
        userId,
        videoId,
        openedAt: clock.now(),
        expiresAt: earlier(decision.endsAt, decision.video.availableUntil),
        userTokenId: decision.userToken.id,
        policy: decision.userToken.policy,
        scheme,
      };
      const [sessionCode, presented] = await Promise.all([
        store(playback, request, (trx) =>
          deps.requireStillEntitled(trx, caller, decision.video.forWhom),
        ),
        present(playback, decision.video, address),
      ]);
      const { durationSeconds, manifest } = presented;
      deps.onOpened({ sessionId, userId, videoId, durationSeconds, manifest: manifest.text });
      const maskedNumber = maskContactNumber(decision.contactNumber);
      const { standing: violations, resumeAtSeconds } = decision;
      const watermark = { maskedNumber, sessionCode };
      return { ...presented, resumeAtSeconds, violations, watermark };
    },

    /**
     * Answers a manifest with the signed path of a playback session, for the caller's network.
     * @param asked.playbackSessionId undefined for the one that is played in the caller's sign-in
     * @throws AppError 403 by `playbackEnded`, or encryption_scheme_missing when the keys were
     *   renewed without its scheme
     */
    async manifest(
      caller: SessionCaller,
      kind: ManifestKind,
      asked: { videoId: string; playbackSessionId: string | undefined; traits: ClientTraits },
    ): Promise<string> {
      const { videoId, traits } = asked;
      const isNamed = asked.playbackSessionId !== undefined;
      const { sessionId } = caller;
      const id =
        asked.playbackSessionId ??
        (await deps.playbackSessions.findOpen(deps.db, sessionId, videoId));
      if (id === undefined) throw playbackEnded('over');
      const playback = await deps.livePlayback(id, caller);
      if (playback.end !== null) throw playbackEnded(playback.end);
      const placeMatch = deps.sessionFacts.matchPlace(playback.accessUntil, traits);
      const { isStarted } = playback;
      const mayHave = mayHaveManifest({ isNamed, isStarted }, placeMatch);
      if (playback.videoId !== videoId || !mayHave) throw playbackEnded('over');
      const { expiresAt, video, policy, scheme } = playback;
      if (!video.schemes.includes(scheme)) throw encryptionSchemeMissing();
      const systems = await deps.drm.listKeySystems(policy, scheme);
      const grant = { sessionId, playbackId: id, expiresAt, address: traits.address };
      return signedManifest(kind, video, { scheme, systems }, grant);
    },
  };
}

/** Returns the earlier end: a video whose publication ends soon is not played beyond that. */
function earlier(end: Date, other: Date | null): Date {
  return other && other < end ? other : end;
}

export type PlaybackSessions = ReturnType<typeof createPlaybackSessions>;
