import type { ManagedVideo } from '@prahari/contract';
import { toLocalMoment } from './local-moment.ts';
import type { VideoEdit } from './use-videos.ts';

type Scheduled = Pick<ManagedVideo, 'publishAt' | 'unpublishAt' | 'updatedAt'>;

/** The edit by which learners see a video from now on: dates that keep it from them go. */
export function buildPublishEdit({ publishAt, unpublishAt, updatedAt }: Scheduled, now: Date) {
  const isAhead = publishAt !== null && Date.parse(publishAt) > now.getTime();
  const isOver = unpublishAt !== null && Date.parse(unpublishAt) <= now.getTime();
  return {
    updatedAt,
    published: true,
    publishAt: isAhead ? null : publishAt,
    unpublishAt: isOver ? null : unpublishAt,
  } satisfies VideoEdit;
}

/** Keeps a date that was not touched, with its seconds. */
export function keepInstant(typed: string | null, stored: string | null): string | null {
  const isSame = JSON.stringify(toLocalMoment(typed)) === JSON.stringify(toLocalMoment(stored));
  return isSame ? stored : typed;
}

/** Whether a span ends before it begins. */
export function isBackwards(from: string | null, until: string | null): boolean {
  return from !== null && until !== null && Date.parse(until) <= Date.parse(from);
}
