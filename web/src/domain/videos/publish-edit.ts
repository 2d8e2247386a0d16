import type { ManagedVideo } from '@prahari/contract';

type Scheduled = Pick<ManagedVideo, 'publishAt' | 'unpublishAt'>;

/** The edit by which learners see a video from now on: dates that keep it from them go. */
export function buildPublishEdit({ publishAt, unpublishAt }: Scheduled, now: Date) {
  const isAhead = publishAt !== null && Date.parse(publishAt) > now.getTime();
  const isOver = unpublishAt !== null && Date.parse(unpublishAt) <= now.getTime();
  return {
    published: true,
    publishAt: isAhead ? null : publishAt,
    unpublishAt: isOver ? null : unpublishAt,
  };
}
