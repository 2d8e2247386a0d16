import { type RawBuilder, sql } from 'kysely';
import { countOfDays } from '../../../platform/db/count-rows.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { UserIds } from '../../users/index.ts';

/** Counts playbacks of these users that were started, by day. */
export async function countPlaysOfDays(
  db: Db,
  visible: UserIds,
  days: readonly Date[],
  most: number,
): Promise<number[]> {
  const select = (from: RawBuilder<Date>, to: RawBuilder<Date>) => sql`
    SELECT FROM playback_sessions
    WHERE opened_at >= ${from} AND opened_at < ${to} AND started_at IS NOT NULL
      AND user_id IN (${visible})`;
  return countOfDays(db, days, select, most);
}

/** Finds the videos that were played most among the latest `most` plays since a moment. */
export async function findMostPlayed(
  db: Db,
  visible: UserIds,
  since: Date,
  { atMost, most }: { readonly atMost: number; readonly most: number },
) {
  const latest = db
    .selectFrom('playback_sessions')
    .select('video_id')
    .where('opened_at', '>=', since)
    .where('started_at', 'is not', null)
    .where('user_id', 'in', visible)
    .orderBy('opened_at', 'desc')
    .limit(most);
  const rows = await db
    .selectFrom(latest.as('latest'))
    .innerJoin('videos', 'videos.id', 'latest.video_id')
    .where('videos.deleted_at', 'is', null)
    .select(['videos.id', 'videos.title'])
    .select(({ fn }) => fn.countAll<string>().as('plays'))
    .groupBy(['videos.id', 'videos.title'])
    .orderBy('plays', 'desc')
    .orderBy('videos.id')
    .limit(atMost)
    .execute();
  return rows.map(({ plays, ...video }) => ({ ...video, plays: Number(plays) }));
}
