import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { completionOf, positionToKeep } from './position.rules.ts';
import type { PositionsRepository } from './positions.repository.ts';
import { isCompleted, type WatchEvent, type WatchReport, watchedAfter } from './watched.rules.ts';

export interface FollowLessonDeps {
  readonly positions: PositionsRepository;
}

/** New events of one playback, and the one that came last. */
interface Following extends WatchReport {
  readonly userId: string;
  readonly videoId: string;
  readonly last: Pick<WatchEvent, 'event' | 'position'>;
}

/**
 * Keeps where a learner is in a lesson and what was watched of it; records once that it is completed.
 * @returns whether it is
 */
export function createFollowLesson({ positions }: FollowLessonDeps) {
  return async function followLesson(trx: Trx, following: Following): Promise<boolean> {
    const { userId, videoId, playbackSessionId, openedAt, durationSeconds, now, last } = following;
    const before = await positions.lock(trx, { userId, videoId, now });
    const watched = watchedAfter(before.watched, following);
    const isNew = before.completedAt === null && isCompleted(watched, durationSeconds);
    const completedAt = isNew ? now : before.completedAt;
    const completion = completionOf(completedAt, openedAt);
    const positionSeconds = positionToKeep(last.event, last.position, durationSeconds, completion);
    await positions.keep(trx, { userId, videoId }, { positionSeconds, watched, completedAt });
    const facts = { playbackSessionId, userId, videoId };
    if (isNew) await recordEvent(trx, 'lesson.completed', facts, now);
    return completedAt !== null;
  };
}

export type FollowLesson = ReturnType<typeof createFollowLesson>;
