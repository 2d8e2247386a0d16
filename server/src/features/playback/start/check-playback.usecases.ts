import type { PlaybackCheck } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { describeUserAgent } from '../../auth/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { listOpenPlaybacks } from '../sessions/sessions.repository.ts';
import { findSuspensionEnd } from '../suspensions/suspensions.repository.ts';
import { findViolationStandings } from '../violations/violation-standing.usecases.ts';
import { decideVerdict, foreseeStart } from './check-playback.rules.ts';

/** Who never administers: a learner. */
const learnerRights = { userType: 'LEARNER', permissions: [], adminScope: null } as const;

/**
 * Foresees whether a video would play for a learner now. Asks what a start asks, and stores nothing:
 * neither a session nor an event, nor evidence against the learner.
 * @throws AppError 404 for learners and videos that the caller does not see
 */
export async function checkPlayback(
  deps: Pick<
    PlaybackDeps,
    'db' | 'clock' | 'users' | 'videos' | 'drm' | 'sessionFacts' | 'systemConfig'
  >,
  caller: SessionCaller,
  asked: {
    readonly learnerId: string;
    readonly videoId: string;
    readonly sessionId?: string | undefined;
  },
): Promise<PlaybackCheck> {
  const { learnerId: userId, videoId, sessionId } = asked;
  const user = await deps.users.requireVisibleLearner(caller, userId);
  const { row, video } = await deps.videos.findLearnerVideo(caller, asked);
  const now = deps.clock.now();
  const signIn = await deps.sessionFacts.latestSignIn({
    userId,
    userType: user.user_type,
    sessionId,
  });
  const playable = await deps.videos.describePlayableVideo(row, { userId, ...learnerRights });
  const standings = await findViolationStandings(deps, deps.db, userId, [videoId]);
  const [scheme] = row.encryption_schemes;
  const rules = foreseeStart(
    {
      accountStatus: user.status,
      signIn,
      videoId,
      video: playable,
      hidden: video.reasons,
      releaseAt: video.releaseAt,
      isTerminated: standings.get(videoId)?.terminated === true,
      terminatedAt: video.termination?.at ?? null,
      suspendedUntil: await findSuspensionEnd(deps.db, userId, now),
      open: await listOpenPlaybacks(deps.db, userId, now),
      streamsPerLearner: deps.systemConfig.current().playback.streamsPerLearner,
      keySystems: scheme === undefined ? [] : await deps.drm.foreseeKeySystems(scheme),
    },
    now,
  );
  return {
    at: now.toISOString(),
    verdict: decideVerdict(rules),
    session: signIn && {
      id: signIn.sessionId,
      device: describeUserAgent(signIn.userAgent),
      address: signIn.address,
      lastSeenAt: signIn.lastSeenAt.toISOString(),
    },
    rules,
    video,
  };
}
