import type { VideoInsights } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findVideo } from '../../videos/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { countVideoLicences, findVideoProtection, sumPlays } from './video-insights.repository.ts';

const dayMs = 86_400_000;
const daysOfPlays = 30;
const daysOfLicences = 7;

/**
 * Describes how a video was used lately by the learners whom the caller sees, and its protection.
 * @throws AppError 404 or out_of_scope for what the caller may not manage
 */
export async function describeUseOfVideo(
  deps: Pick<PlaybackDeps, 'db' | 'clock' | 'users' | 'videos'>,
  caller: SessionCaller,
  videoId: string,
): Promise<VideoInsights> {
  const { db, clock, users, videos } = deps;
  await videos.requireManagedVideo(caller, await findVideo(db, videoId));
  const nowMs = clock.now().getTime();
  const since = new Date(nowMs - daysOfPlays * dayMs);
  const of = { videoId, visible: users.visibleIds(caller) };
  const { plays, ...sums } = await sumPlays(db, { ...of, since });
  const licencesSince = new Date(nowMs - daysOfLicences * dayMs);
  return {
    ...sums,
    plays: plays.reduce((sum, count) => sum + count, 0),
    days: plays.map((count, day) => ({
      from: new Date(since.getTime() + day * dayMs).toISOString(),
      plays: count,
    })),
    ...(await findVideoProtection(db, videoId)),
    licences: await countVideoLicences(db, { ...of, since: licencesSince }),
  };
}
