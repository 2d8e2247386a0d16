import type { AnalyticsRange, ReportedVideo, VideoReport } from '@prahari/contract';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { type ListItems, listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces } from '../../users/index.ts';
import { findVideo } from '../../videos/index.ts';
import type { AnalyticsDeps } from '../analytics.deps.ts';
import { computeShare, describeQuality } from '../play-quality.rules.ts';
import { planDays, planHours } from '../report-window.rules.ts';
import {
  countStartTimes,
  type PlayQuery,
  type PlaySums,
  sumPlays,
} from '../rollups/read-plays.repository.ts';
import { findFreshness } from '../rollups/read-rollups.repository.ts';
import { describeRetention } from './retention.rules.ts';
import {
  countReportedVideos,
  countViewers,
  listVideoSums,
  sumRetention,
  type VideoListQuery,
  type VideoSums,
} from './video-reports.repository.ts';

type ReportDeps = Pick<AnalyticsDeps, 'db' | 'clock' | 'settings' | 'videos'>;

const mostPlaces = 100;

/**
 * Describes how the learners of the caller's scope watched a video.
 * @throws AppError 404 for a video that the caller does not see
 */
export async function describeVideo(
  { db, clock, settings, videos }: ReportDeps,
  caller: SessionCaller,
  { videoId, timeRange }: { readonly videoId: string; readonly timeRange: AnalyticsRange },
): Promise<VideoReport> {
  const video = await videos.requireSeenVideo(caller, await findVideo(db, videoId));
  const now = clock.now();
  const zone = settings.reportTimeZone;
  const places = findScopePlaces(caller);
  const { grain, from, starts, stepLength } = planHours(timeRange, now, zone);
  const [firstDay = from] = planDays(timeRange, now, zone);
  const plays: PlayQuery = { grain, from, dimension: 'video', value: videoId, places };
  const ofDays: PlayQuery = { ...plays, grain: 'day', from: firstDay };

  const sums = (await sumPlays(db, plays, { by: 'together', atMost: 1 })).get('');
  const times = (await countStartTimes(db, plays, 'together')).get('');
  const steps = await sumPlays(db, plays, { by: starts, atMost: starts.length });
  const days = (await sumPlays(db, ofDays, { by: 'together', atMost: 1 })).get('');
  const viewers = await countViewers(db, videoId, { from, firstDay, places });
  const listPlaces = async (by: 'district' | 'kendra_type') => {
    const found = await sumPlays(db, plays, { by, atMost: mostPlaces });
    const placeTimes = await countStartTimes(db, plays, by);
    return [...found]
      .map(([name, one]) => ({ name, ...describeQuality(one, placeTimes.get(name)) }))
      .sort((a, b) => b.watchSeconds - a.watchSeconds || a.name.localeCompare(b.name));
  };
  return {
    timeRange,
    from: from.toISOString(),
    timeZone: zone,
    stepLength,
    lastUpdated: now.toISOString(),
    countedUpTo: (await findFreshness(db))?.toISOString() ?? null,
    video: { id: video.id, title: video.title, durationSeconds: video.duration_seconds },
    watching: describeWatching(sums, viewers),
    quality: describeQuality(sums, times),
    points: starts.map((start, at) => {
      const step = steps.get(String(at));
      return {
        timestamp: start.toISOString(),
        starts: step?.starts ?? 0,
        watchSeconds: step?.watchSeconds ?? 0,
      };
    }),
    retention: describeRetention(await sumRetention(db, videoId, { firstDay, places }), {
      durationSeconds: video.duration_seconds,
      starts: days?.starts ?? 0,
      from: firstDay,
    }),
    districts: await listPlaces('district'),
    kendraTypes: await listPlaces('kendra_type'),
  };
}

/** Which videos are listed, over which range. */
interface ListQuery extends VideoListQuery {
  readonly timeRange: AnalyticsRange;
}

/** Lists one page of the videos that the caller sees. */
export async function listReportedVideos(
  deps: ReportDeps,
  caller: SessionCaller,
  { page, limit, ...query }: ListQuery & { readonly page: number; readonly limit: number },
) {
  const part = { place: null, limit, offset: (page - 1) * limit };
  const { items } = await readVideos(deps, caller, query, part);
  const viewer = await deps.videos.describeViewer(caller);
  const total = await countReportedVideos(deps.db, { viewer, now: deps.clock.now(), query });
  return { items: [...items], page, limit, total };
}

/** Lists the videos after a position in the same list. */
export async function listReportedVideosAfter(
  deps: ReportDeps,
  caller: SessionCaller,
  query: ListQuery,
  part: ListPart,
): Promise<ListItems<ReportedVideo>> {
  return readVideos(deps, caller, query, part);
}

async function readVideos(
  { db, clock, settings, videos }: ReportDeps,
  caller: SessionCaller,
  query: ListQuery,
  part: ListPart & { readonly offset?: number },
): Promise<ListItems<ReportedVideo>> {
  const now = clock.now();
  const zone = settings.reportTimeZone;
  const places = findScopePlaces(caller);
  const { grain, from } = planHours(query.timeRange, now, zone);
  const [firstDay = from] = planDays(query.timeRange, now, zone);
  const plays: PlayQuery = { grain, from, dimension: 'video', places };
  const viewer = await videos.describeViewer(caller);
  return listItems(
    await listVideoSums(db, { plays, firstDay, viewer, now, query }, part),
    presentVideo,
  );
}

function presentVideo(row: VideoSums): ReportedVideo {
  const { attempts, rebufferRatio, failureRatio, exitRatio } = describeQuality(row);
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    durationSeconds: row.durationSeconds,
    ...describeWatching(row, row.viewers),
    attempts,
    rebufferRatio,
    failureRatio,
    exitRatio,
  };
}

function describeWatching(sums: PlaySums | undefined, viewers: number): VideoReport['watching'] {
  const completed = sums?.completed ?? 0;
  const ratio = computeShare(completed, viewers);
  return {
    starts: sums?.starts ?? 0,
    viewers,
    watchSeconds: sums?.watchSeconds ?? 0,
    completed,
    // Viewers are counted where they are now, completions where they were.
    completionRatio: ratio === null ? null : Math.min(1, ratio),
  };
}
