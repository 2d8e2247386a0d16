import type { VideoChange } from '../videos.repository.ts';
import type { VideoRow } from '../videos.tables.ts';

/** The switch and the schedule of a video; the columns of a video. */
export interface Publication {
  readonly status: VideoRow['status'];
  readonly published: boolean;
  readonly publish_when_ready: boolean;
  readonly publish_at: Date | null;
  readonly unpublish_at: Date | null;
}

export type Release = 'draft' | 'scheduled' | 'published' | 'ended';

/** Tells whether a video is published: from `publish_at` on, until just before `unpublish_at`. */
export function isPublishedNow(video: Publication, now: Date): boolean {
  return video.status === 'ready' && decideRelease(video, now) === 'published';
}

/** Returns the publication state by switch and schedule, whether the video is ready or not. */
export function decideRelease(video: Publication, now: Date): Release {
  const { publish_at: from, unpublish_at: until } = video;
  if (!isSwitchedOn(video)) return 'draft';
  if (until !== null && now >= until) return 'ended';
  return from !== null && now < from ? 'scheduled' : 'published';
}

/** Tells what was wished for last: before it is ready, the wish for then. */
function isSwitchedOn(video: Publication): boolean {
  return isInTheMaking(video.status) ? video.publish_when_ready : video.published;
}

/**
 * Decides what publishing or unpublishing means for a video in this state: while it is being
 * processed, the wish is stored until it is ready. Null when a failed video is to be published.
 */
export function planPublicationChange(
  status: VideoRow['status'],
  published: boolean,
): VideoChange | null {
  if (isInTheMaking(status)) return { publish_when_ready: published };
  if (status === 'failed' && published) return null;
  return { published };
}

function isInTheMaking(status: VideoRow['status']): boolean {
  return status === 'processing' || status === 'empty';
}
