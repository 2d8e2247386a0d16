import { type AdminHome, type AdminWeek, limits } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { countPlaysOfDays, findMostPlayed } from './plays.repository.ts';
import { findPlaying } from './sessions.repository.ts';

/**
 * Lists the latest of the playbacks that are playing now, of users the caller may see, and counts
 * all.
 */
export async function findPlayingNow(
  { db, clock, users }: Pick<PlaybackDeps, 'db' | 'clock' | 'users'>,
  caller: SessionCaller,
  bounds: { readonly atMost: number; readonly most: number },
): Promise<NonNullable<AdminHome['playing']>> {
  const now = clock.now();
  const since = new Date(now.getTime() - limits.streamIdleSeconds * 1000);
  const visible = users.visibleIds(caller);
  const { items, count } = await findPlaying(db, { visible, now, since }, bounds);
  return {
    count,
    items: items.map((row) => ({
      id: row.id,
      user: { id: row.user_id, name: row.name },
      video: { id: row.video_id, title: row.title },
      openedAt: row.opened_at.toISOString(),
    })),
  };
}

/** Counts the plays of each day by users the caller may see, and the videos played most. */
export async function countPlays(
  { db, users }: Pick<PlaybackDeps, 'db' | 'users'>,
  caller: SessionCaller,
  days: readonly Date[],
  bounds: { readonly atMost: number; readonly most: number },
): Promise<NonNullable<AdminWeek['plays']>> {
  const visible = users.visibleIds(caller);
  const counts = await countPlaysOfDays(db, visible, days, bounds.most);
  return { counts, videos: await findMostPlayed(db, visible, days[0] ?? new Date(0), bounds) };
}
