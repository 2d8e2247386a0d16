import type { ManagedVideo, Video, VideoDetail } from '@prahari/contract';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { CallerRights } from '../ports.ts';
import { computeGraceMs } from '../videos.config.ts';
import type { VideosDeps } from '../videos.deps.ts';
import { videoNotFound } from '../videos.errors.ts';
import type { VideoRow } from '../videos.tables.ts';
import { formatCurrentPosterName } from './picture-names.rules.ts';
import { computePosterExpiry } from './poster-expiry.rules.ts';
import {
  type ForViewer,
  presentManagedVideo,
  presentVideo,
  presentVideoDetail,
} from './video.presenter.ts';
import { listVideoFacts, noFacts } from './video-facts.repository.ts';

/** A caller for whose session addresses of pictures are signed. */
export interface SignedInCaller extends CallerRights {
  readonly sessionId: string;
}

type PresentDeps = Pick<VideosDeps, 'db' | 'clock' | 'delivery' | 'videoProgress'>;
type PresentManagedDeps = PresentDeps & Pick<VideosDeps, 'viewsOf' | 'settings'>;

/** Presents videos to a learner. Makes the same number of queries for any number of rows. */
export async function presentVideos(
  deps: PresentDeps,
  caller: SignedInCaller,
  rows: readonly VideoRow[],
): Promise<Video[]> {
  const forViewer = await findViewerFacts(deps, caller, rows, deps.db);
  return rows.map((row) => presentVideo(row, forViewer(row)));
}

/** Presents everything that a learner may know about one video. */
export async function presentOneVideo(
  deps: PresentDeps,
  caller: SignedInCaller,
  row: VideoRow,
): Promise<VideoDetail> {
  const forViewer = await findViewerFacts(deps, caller, [row], deps.db);
  const facts = await listVideoFacts(deps.db, [row.id]);
  return presentVideoDetail(row, forViewer(row), facts.get(row.id)?.captions ?? []);
}

/** Presents videos to an administrator. Makes the same number of queries for any number of rows. */
export async function presentManagedVideos(
  deps: PresentManagedDeps,
  caller: SignedInCaller,
  rows: readonly VideoRow[],
  within: DbOrTrx = deps.db,
): Promise<ManagedVideo[]> {
  const forViewer = await findViewerFacts(deps, caller, rows, within);
  const ids = rows.map((row) => row.id);
  const facts = await listVideoFacts(within, ids);
  const views = await deps.viewsOf(ids, within);
  return rows.map((row) => {
    const known = { ...(facts.get(row.id) ?? noFacts), views: views.get(row.id) ?? 0 };
    return presentManagedVideo(row, forViewer(row), known, computeGraceMs(deps.settings));
  });
}

/** Presents one video to an administrator. */
export async function presentOneManagedVideo(
  deps: PresentManagedDeps,
  caller: SignedInCaller,
  row: VideoRow,
  within?: DbOrTrx,
): Promise<ManagedVideo> {
  const [video] = await presentManagedVideos(deps, caller, [row], within);
  if (!video) throw videoNotFound();
  return video;
}

/**
 * Finds the data that depends on the viewer: signed addresses of pictures, and this user's
 * progress.
 */
async function findViewerFacts(
  { clock, delivery, videoProgress }: PresentDeps,
  { userId, sessionId }: SignedInCaller,
  rows: readonly VideoRow[],
  within: DbOrTrx,
): Promise<(row: VideoRow) => ForViewer> {
  const ids = rows.map((row) => row.id);
  const now = clock.now();
  const expiresAt = computePosterExpiry(now);
  const progress = await videoProgress(userId, ids, within);
  return (row) => {
    const picture = { videoId: row.id, sessionId, urlVersion: row.path_epoch, expiresAt };
    const poster = { ...picture, posterName: formatCurrentPosterName(row) };
    const hasThumbnail = row.poster_id === null ? row.has_card : row.chosen_has_card;
    return {
      now,
      posterUrl: row.media_prefix ? delivery.signPosterUrl(poster) : null,
      cardUrl: row.media_prefix && hasThumbnail ? delivery.signThumbnailUrl(poster) : null,
      storyboardUrl: row.has_storyboard
        ? delivery.signStoryboardUrl({ ...picture, revision: row.pictures_revision })
        : null,
      resumeAtSeconds: progress.get(row.id)?.resumeAtSeconds ?? null,
      completedAt: progress.get(row.id)?.completedAt ?? null,
      termination: progress.get(row.id)?.termination ?? null,
    };
  };
}
