import type { ManagedVideo, Video, VideoDetail } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import type { VideosPorts, Viewing } from '../ports.ts';
import { videoNotFound } from '../videos.errors.ts';
import type { VideoRow } from '../videos.repository.ts';
import { posterNameFor } from './picture-names.rules.ts';
import { posterExpiry } from './poster-expiry.rules.ts';
import {
  type ForViewer,
  presentManagedVideo,
  presentVideo,
  presentVideoDetail,
} from './video.presenter.ts';
import { noFacts, videoFacts } from './video-facts.repository.ts';

export interface Viewer extends Viewing {
  readonly sessionId: string;
}

interface StillRequest {
  readonly videoId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

export interface PresentDeps extends Pick<VideosPorts, 'lessonProgress' | 'viewsOf'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly graceMs: number;
  posterPath(
    request: StillRequest & { readonly posterName: string; readonly isCard?: boolean },
  ): string;
  storyboardPath(request: StillRequest & { readonly revision: number }): string;
}

/** Rows as their viewer sees them: a fixed number of queries, however many rows. */
export function createPresentVideos(deps: PresentDeps) {
  const { db } = deps;

  async function viewersOf(viewer: Viewer, rows: readonly VideoRow[], within: DbOrTrx = db) {
    const ids = rows.map((row) => row.id);
    const now = deps.clock.now();
    const expiresAt = posterExpiry(now);
    const progress = await deps.lessonProgress(viewer.userId, ids, within);
    const { sessionId } = viewer;
    return (row: VideoRow): ForViewer => {
      const still = { videoId: row.id, sessionId, pathEpoch: row.path_epoch, expiresAt };
      const poster = { ...still, posterName: posterNameFor(row) };
      const hasCard = row.poster_id === null ? row.has_card : row.chosen_has_card;
      return {
        now,
        posterUrl: row.media_prefix ? deps.posterPath(poster) : null,
        cardUrl: row.media_prefix && hasCard ? deps.posterPath({ ...poster, isCard: true }) : null,
        storyboardUrl: row.has_storyboard
          ? deps.storyboardPath({ ...still, revision: row.pictures_revision })
          : null,
        resumeAtSeconds: progress.get(row.id)?.resumeAtSeconds ?? null,
        completedAt: progress.get(row.id)?.completedAt ?? null,
      };
    };
  }

  async function managed(
    viewer: Viewer,
    rows: readonly VideoRow[],
    within: DbOrTrx = db,
  ): Promise<ManagedVideo[]> {
    const of = await viewersOf(viewer, rows, within);
    const ids = rows.map((row) => row.id);
    const facts = await videoFacts(within, ids);
    const views = await deps.viewsOf(ids, within);
    return rows.map((row) => {
      const known = { ...(facts.get(row.id) ?? noFacts), views: views.get(row.id) ?? 0 };
      return presentManagedVideo(row, of(row), known, deps.graceMs);
    });
  }

  return {
    async short(viewer: Viewer, rows: readonly VideoRow[]): Promise<Video[]> {
      const of = await viewersOf(viewer, rows);
      return rows.map((row) => presentVideo(row, of(row)));
    },

    async detail(viewer: Viewer, row: VideoRow): Promise<VideoDetail> {
      const of = await viewersOf(viewer, [row]);
      const facts = await videoFacts(db, [row.id]);
      return presentVideoDetail(row, of(row), facts.get(row.id)?.captions ?? []);
    },

    managed,

    async managedOne(viewer: Viewer, row: VideoRow, within?: DbOrTrx): Promise<ManagedVideo> {
      const [video] = await managed(viewer, [row], within);
      if (!video) throw videoNotFound();
      return video;
    },
  };
}

export type PresentVideos = ReturnType<typeof createPresentVideos>;
