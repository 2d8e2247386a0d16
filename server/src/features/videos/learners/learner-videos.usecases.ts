import type { endpoints, LearnerVideo, QueryOf } from '@prahari/contract';
import { requireVisibleVideo } from '../catalogue/list-videos.usecases.ts';
import { presentTermination } from '../catalogue/video.presenter.ts';
import { listVideoPage, type VideoFilter } from '../catalogue/video-list.repository.ts';
import type { AudienceFacts, CallerRights } from '../ports.ts';
import type { VideosDeps } from '../videos.deps.ts';
import { videoNotFound } from '../videos.errors.ts';
import type { VideoRow } from '../videos.tables.ts';
import {
  canManage,
  listHiddenReasons,
  matchAudience,
  type Viewer,
} from '../visibility/video-visibility.policy.ts';
import { describeVideoViewer, describeViewer } from '../visibility/viewers.usecases.ts';

type LearnerDeps = Pick<
  VideosDeps,
  | 'db'
  | 'clock'
  | 'audienceFactsOf'
  | 'groupStandings'
  | 'videoProgress'
  | 'watchedVideos'
  | 'requireVisibleLearner'
>;

/** Enough to show what a learner has watched; the list is sorted here. */
const mostWatched = 200;
/** An audience may name hundreds of places. */
const mostWanted = 5;

/**
 * Lists one page of the videos in the caller's scope, as a learner meets them. Makes the same number
 * of queries for any number of videos.
 * @throws AppError 404 for users whom the caller does not see, and who are no learners
 */
export async function listLearnerVideos(
  deps: LearnerDeps,
  caller: CallerRights,
  learnerId: string,
  query: QueryOf<typeof endpoints.learners.videos>,
) {
  const { page, limit, search, visible, watched } = query;
  const audience = await requireAudience(deps, caller, learnerId);
  const viewer = await describeViewer(deps, caller);
  const ids = watched ? await deps.watchedVideos(learnerId, mostWatched) : undefined;
  const filter: VideoFilter = {
    now: deps.clock.now(),
    viewer,
    search: search || undefined,
    ids,
    seenBy:
      visible === undefined
        ? undefined
        : { viewer: { kind: 'learner', audience }, isSeen: visible === 'true' },
  };
  const offset = (page - 1) * limit;
  const order = { sortBy: 'title', isAscending: true } as const;
  const window = ids ? { limit: mostWatched, offset: 0 } : { limit, offset };
  const { rows, total } = await listVideoPage(deps.db, filter, { ...order, ...window });
  const shown = ids
    ? rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).slice(offset, offset + limit)
    : rows;
  const items = await presentLearnerVideos(deps, { learnerId, audience, viewer }, shown);
  return { items, page, limit, total };
}

/**
 * Finds a video in the caller's scope, as a learner meets it.
 * @throws AppError 404 for what the caller does not see, and for users who are no learners
 */
export async function findLearnerVideo(
  deps: LearnerDeps,
  caller: CallerRights,
  { learnerId, videoId }: { readonly learnerId: string; readonly videoId: string },
): Promise<{ readonly row: VideoRow; readonly video: LearnerVideo }> {
  const audience = await requireAudience(deps, caller, learnerId);
  const row = await requireVisibleVideo(deps, caller, videoId);
  const viewer = await describeVideoViewer(deps, caller, row);
  const [video] = await presentLearnerVideos(deps, { learnerId, audience, viewer }, [row]);
  if (!video) throw videoNotFound();
  return { row, video };
}

async function requireAudience(
  deps: Pick<LearnerDeps, 'audienceFactsOf' | 'requireVisibleLearner'>,
  caller: CallerRights,
  learnerId: string,
): Promise<AudienceFacts> {
  await deps.requireVisibleLearner(caller, learnerId);
  const audience = await deps.audienceFactsOf(learnerId);
  // Deleted since.
  return audience ?? { kendraType: null, country: null, district: null, groupIds: [] };
}

async function presentLearnerVideos(
  deps: Pick<LearnerDeps, 'clock' | 'videoProgress'>,
  known: {
    readonly learnerId: string;
    readonly audience: AudienceFacts;
    /** Who asks. */
    readonly viewer: Viewer;
  },
  rows: readonly VideoRow[],
): Promise<LearnerVideo[]> {
  const now = deps.clock.now();
  const ids = rows.map(({ id }) => id);
  const progress = await deps.videoProgress(known.learnerId, ids);
  return rows.map((row) => {
    const standing = progress.get(row.id);
    const reasons = listHiddenReasons(known.audience, row, now);
    const releaseAt = reasons.includes('scheduled')
      ? row.publish_at
      : reasons.includes('ended')
        ? row.unpublish_at
        : null;
    return {
      id: row.id,
      title: row.title,
      category: row.category,
      status: row.status,
      durationSeconds: row.duration_seconds,
      resumeAtSeconds: standing?.resumeAtSeconds ?? null,
      completedAt: standing?.completedAt?.toISOString() ?? null,
      watchedAt: standing?.watchedAt?.toISOString() ?? null,
      termination: presentTermination(standing?.termination ?? null),
      isVisible: reasons.length === 0,
      reasons,
      releaseAt: releaseAt?.toISOString() ?? null,
      audience: presentAudience(known.audience, row, canManage(known.viewer, row)),
    };
  });
}

/** Presents an audience. @param mayKnowAudience whether the caller may see its other places */
function presentAudience(
  audience: AudienceFacts,
  row: VideoRow,
  mayKnowAudience: boolean,
): LearnerVideo['audience'] {
  if (row.for_everyone) return [];
  return matchAudience(audience, row).map(({ part, matches, own, wanted }) => ({
    part,
    matches,
    own,
    wanted: mayKnowAudience && part !== 'group' ? wanted.slice(0, mostWanted) : [],
  }));
}
