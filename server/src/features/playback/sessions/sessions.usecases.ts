import { basePath, type Stream, type ViolationStanding } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import { readableCode } from '../../../platform/crypto/codes.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import {
  accessSessionRequired,
  type LicencePolicy,
  playbackEnded,
  userTokenInvalid,
  videoNotAvailable,
} from '../../drm/index.ts';
import { maskContactNumber } from '../../users/index.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import { policyOf } from '../policy.rules.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { DeviceKind } from './device.rules.ts';
import { withPlaylistPaths } from './hls-manifest.rules.ts';
import type { FindLivePlayback } from './live-playback.usecases.ts';
import { withBaseUrl } from './manifest.rules.ts';
import { mobileDevice } from './sessions.errors.ts';
import type { NewPlaybackSession, PlaybackSessionsRepository } from './sessions.repository.ts';
import { decideStart, type Refusal } from './sessions.rules.ts';
import type { StartPlayback } from './start-playback.usecases.ts';
import type { PlaybackStops } from './stops.adapter.ts';

const codeLength = 8;
/** Two of 6 × 10^11 codes are seldom the same; this many in a row never are. */
const codeTries = 5;

const refusalErrors = {
  mobile_device: mobileDevice,
  access_terminated: () => playbackEnded('terminated'),
  access_session_required: accessSessionRequired,
  video_not_available: videoNotAvailable,
  user_token_invalid: userTokenInvalid,
} as const satisfies Record<Refusal, () => Error>;

/** How somebody asks to play, and on what. */
export interface OpeningRequest {
  readonly userToken: string;
  /** Whether to end what plays elsewhere. */
  readonly takeOver: boolean;
  /** Opened before anybody chose it. */
  readonly ahead?: boolean | undefined;
  readonly device: DeviceKind;
  /** Of the caller; segments are served to its network. */
  readonly address: string;
  readonly userAgent: string;
}

export interface PlaybackSessionsDeps extends PlaybackPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly playbackSessions: PlaybackSessionsRepository;
  readonly livePlayback: FindLivePlayback;
  readonly stops: PlaybackStops;
  standingOf(
    db: DbOrTrx,
    userId: string,
    videoIds: readonly string[],
  ): Promise<ReadonlyMap<string, ViolationStanding>>;
  lessonProgress(
    userId: string,
    videoIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly resumeAtSeconds: number }>>;
  noteRefusedDevice(caller: SessionCaller, videoId: string, request: OpeningRequest): Promise<void>;
  startPlayback: StartPlayback;
}

type ManifestKind = Parameters<PlaybackPorts['videos']['readManifest']>[1];
/** How each kind of manifest is told where its media lies. */
const placeMedia = { dash: withBaseUrl, hls: withPlaylistPaths } as const satisfies Record<
  ManifestKind,
  (manifest: string, basePath: string) => string
>;

type PathGrant = Parameters<PlaybackPorts['videos']['signMediaPath']>[0];

/** Playback from 'may I?' to the manifest. */
export function createPlaybackSessions(deps: PlaybackSessionsDeps) {
  const { clock, videos } = deps;

  const isUsed = (userTokenId: string, db: DbOrTrx = deps.db) =>
    deps.playbackSessions.isUserTokenUsed(db, userTokenId);

  async function unusedToken(caller: SessionCaller, videoId: string, userToken: string) {
    const token = await deps.drm.verifyUserToken(userToken, caller, videoId);
    return token && !(await isUsed(token.id)) ? token : null;
  }

  async function standingWith(db: DbOrTrx, userId: string, videoId: string) {
    const standings = await deps.standingOf(db, userId, [videoId]);
    return standings.get(videoId) ?? { count: 0, terminated: false };
  }

  async function decide(
    caller: SessionCaller,
    videoId: string,
    userToken: string,
    device: DeviceKind,
  ) {
    const [standing, videoAccessEndsAt, video, unused] = await Promise.all([
      standingWith(deps.db, caller.userId, videoId),
      deps.sessionFacts.videoAccessExpiresAt(caller.sessionId),
      videos.playableVideo(videoId, caller),
      unusedToken(caller, videoId, userToken),
    ]);
    const { terminated: isTerminated } = standing;
    const facts = { device, isTerminated, videoAccessEndsAt, video, userToken: unused };
    return { ...decideStart(facts, clock.now()), standing };
  }

  async function insertWithCode(trx: Trx, playback: NewPlaybackSession): Promise<string> {
    for (let attempt = 0; attempt < codeTries; attempt += 1) {
      const code = readableCode(codeLength);
      if (await deps.playbackSessions.insert(trx, playback, code)) return code;
      // Two requests with one token: both found it unused, and the other one was first.
      if (await isUsed(playback.userTokenId, trx)) throw userTokenInvalid();
    }
    throw new Error('no free session code was found');
  }

  async function store(
    playback: NewPlaybackSession,
    { ahead: isAhead = false, takeOver }: OpeningRequest,
  ): Promise<string> {
    const { userId, sessionId, videoId } = playback;
    // What plays elsewhere now would get its paths back, by a lesson that nobody chose yet.
    if (isAhead && deps.stops.isStopped(sessionId, videoId)) throw playbackEnded('moved');
    const { code, tellOwn } = await deps.db.transaction().execute(async (trx) => {
      await deps.playbackSessions.lockUser(trx, userId);
      // Asked again, now that no report can end access meanwhile.
      const { terminated } = await standingWith(trx, userId, videoId);
      if (terminated) throw playbackEnded('terminated');
      const sessionCode = await insertWithCode(trx, playback);
      const tell = isAhead ? null : await deps.startPlayback.within(trx, playback, takeOver);
      return { code: sessionCode, tellOwn: tell };
    });
    tellOwn?.();
    return code;
  }

  async function signedManifest(
    kind: ManifestKind,
    video: PlayableVideo,
    policy: LicencePolicy,
    grant: Omit<PathGrant, 'videoId' | 'pathEpoch'>,
  ): Promise<string> {
    const stored = await videos.readManifest(video, kind);
    const packaged = kind === 'dash' ? await deps.drm.protectManifest(stored, policy) : stored;
    const { id: videoId, pathEpoch } = video;
    const path = videos.signMediaPath({ ...grant, videoId, pathEpoch });
    return placeMedia[kind](packaged, `${path}/`);
  }

  /** What the answer says beside the session code; none of it waits for the session to be stored. */
  async function present(
    playback: NewPlaybackSession,
    video: PlayableVideo,
    address: string,
  ): Promise<Omit<Stream, 'watermark' | 'violations'>> {
    const { id, sessionId, userId, videoId, expiresAt } = playback;
    const [keySystems, progress, text] = await Promise.all([
      deps.drm.keySystemsFor(id, playback.policy),
      deps.lessonProgress(userId, [videoId]),
      signedManifest('dash', video, playback.policy, { sessionId, expiresAt, address }),
    ]);
    const { pathEpoch } = video;
    const query = `playbackSession=${id}`;
    return {
      playbackSessionId: id,
      videoId,
      title: video.title,
      description: video.description,
      durationSeconds: video.durationSeconds,
      posterUrl: videos.posterPath({
        ...{ videoId, sessionId, pathEpoch, expiresAt },
        posterId: video.posterId,
      }),
      manifest: {
        dash: `${basePath}/videos/${videoId}/manifest/dash?${query}`,
        hls: `${basePath}/videos/${videoId}/manifest/hls?${query}`,
        text,
      },
      keySystems,
      policy: policyOf(deps.systemConfig.current().playback),
      resumeAtSeconds: progress.get(videoId)?.resumeAtSeconds ?? 0,
      expiresAt: expiresAt.toISOString(),
    };
  }

  return {
    /** Why playback of this video may not start; null when it may. */
    async refusal(
      caller: SessionCaller,
      videoId: string,
      given: Pick<OpeningRequest, 'userToken' | 'device'>,
    ): Promise<Refusal | null> {
      return (await decide(caller, videoId, given.userToken, given.device)).reason;
    },

    /**
     * Opens a playback session and starts it, unless it is opened ahead of a click: that one starts
     * with its first licence.
     * @throws AppError 403 mobile_device, access_terminated, access_session_required,
     * user_token_invalid or too_many_streams, 404 video_not_available
     */
    async open(caller: SessionCaller, videoId: string, request: OpeningRequest): Promise<Stream> {
      const { sessionId, userId, deviceId } = caller;
      const { device } = request;
      const [decision, user] = await Promise.all([
        decide(caller, videoId, request.userToken, device),
        deps.users.findById(userId),
      ]);
      if (decision.reason === 'mobile_device')
        await deps.noteRefusedDevice(caller, videoId, request);
      if (decision.reason) throw refusalErrors[decision.reason]();
      if (!user) throw accessSessionRequired();
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
      };
      const [sessionCode, presented] = await Promise.all([
        store(playback, request),
        present(playback, decision.video, request.address),
      ]);
      const maskedNumber = maskContactNumber(user.contact_number);
      const { standing: violations } = decision;
      return { ...presented, violations, watermark: { maskedNumber, sessionCode } };
    },

    /**
     * A manifest with the signed path of a playback session, for the caller's network.
     * @param asked.playbackSessionId undefined for the one that is open in the caller's sign-in
     * @throws AppError 403 by `playbackEnded`
     */
    async manifest(
      caller: SessionCaller,
      kind: ManifestKind,
      asked: { videoId: string; playbackSessionId: string | undefined; address: string },
    ): Promise<string> {
      const { videoId, address } = asked;
      const { sessionId } = caller;
      const id =
        asked.playbackSessionId ??
        (await deps.playbackSessions.findOpen(deps.db, sessionId, videoId));
      if (id === undefined) throw playbackEnded('over');
      const playback = await deps.livePlayback(id, caller);
      if (playback.end !== null) throw playbackEnded(playback.end);
      if (playback.videoId !== videoId) throw playbackEnded('over');
      const { expiresAt, video, policy } = playback;
      return signedManifest(kind, video, policy, { sessionId, expiresAt, address });
    },
  };
}

/** A video whose publication ends soon is not played beyond that. */
function earlier(end: Date, other: Date | null): Date {
  return other && other < end ? other : end;
}

export type PlaybackSessions = ReturnType<typeof createPlaybackSessions>;
