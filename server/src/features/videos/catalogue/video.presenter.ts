import type {
  CaptionTrack,
  ManagedVideo,
  Video,
  VideoDetail,
  VideoTermination,
} from '@prahari/contract';
import { presentDiskWait } from '../../../platform/disk/disk-wait.ts';
import { filterPlayableChapters } from '../editing/chapters.rules.ts';
import type { VideoStanding } from '../ports.ts';
import type { VideoRow } from '../videos.tables.ts';
import { decideRelease, isPublishedNow } from '../visibility/publication.rules.ts';
import type { VideoFacts } from './video-facts.repository.ts';

/** The parts of a video that depend on the viewer and the time. */
export interface ForViewer {
  readonly posterUrl: string | null;
  readonly cardUrl: string | null;
  readonly storyboardUrl: string | null;
  readonly resumeAtSeconds: number | null;
  readonly completedAt: Date | null;
  readonly termination: VideoStanding['termination'];
  readonly now: Date;
}

/** Presents a video to this viewer. */
export function presentVideo(row: VideoRow, viewer: ForViewer): Video {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    published: isPublishedNow(row, viewer.now),
    category: row.category,
    difficulty: row.difficulty,
    type: row.type,
    language: row.language,
    durationSeconds: row.duration_seconds,
    posterUrl: viewer.posterUrl,
    cardUrl: viewer.cardUrl,
    storyboardUrl: viewer.storyboardUrl,
    resumeAtSeconds: viewer.resumeAtSeconds,
    completedAt: viewer.completedAt?.toISOString() ?? null,
    termination: presentTermination(viewer.termination),
    createdAt: row.created_at.toISOString(),
  };
}

/** Presents the end of a user's access to a video. */
export function presentTermination(
  termination: VideoStanding['termination'],
): VideoTermination | null {
  return (
    termination && {
      at: termination.at.toISOString(),
      reviewRequestedAt: termination.reviewRequestedAt?.toISOString() ?? null,
    }
  );
}

export function presentVideoDetail(
  row: VideoRow,
  viewer: ForViewer,
  captions: readonly CaptionTrack[],
): VideoDetail {
  const { tags } = row;
  const chapters = filterPlayableChapters(row.chapters, row.duration_seconds);
  return { ...presentVideo(row, viewer), tags, chapters, captions: [...captions] };
}

/** @param graceMs how long a deletion can be undone */
export function presentManagedVideo(
  row: VideoRow,
  viewer: ForViewer,
  {
    captions,
    qualities,
    fileSizeBytes,
    posterChoice,
    keyRenewal,
    views,
  }: VideoFacts & { readonly views: number },
  graceMs: number,
): ManagedVideo {
  const { deleted_at: deletedAt } = row;
  return {
    ...presentVideoDetail(row, viewer, captions),
    chapters: row.chapters,
    release: decideRelease(row, viewer.now),
    isPosterChosen: row.poster_id !== null,
    posterChoice: posterChoice && {
      state: posterChoice.state,
      diskWait: presentDiskWait(posterChoice),
    },
    keyRenewal: keyRenewal && {
      state: keyRenewal.state,
      at: new Date(keyRenewal.at).toISOString(),
      diskWait: presentDiskWait(keyRenewal),
    },
    publishAt: row.publish_at?.toISOString() ?? null,
    unpublishAt: row.unpublish_at?.toISOString() ?? null,
    audience: {
      everyone: row.for_everyone,
      kendraTypes: row.kendra_types,
      countries: row.countries,
      districts: row.districts,
      groupIds: row.group_ids,
    },
    qualities: [...qualities],
    fileSizeBytes,
    leftOut: row.left_out,
    views,
    updatedAt: row.updated_at.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
    removedAfter: deletedAt ? new Date(deletedAt.getTime() + graceMs).toISOString() : null,
  };
}
