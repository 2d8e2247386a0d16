import { sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { Db } from '../../../platform/db/database.ts';
import {
  type ListOrder,
  type ListPart,
  selectPage,
  selectRowsAfter,
} from '../../../platform/db/list-order.ts';
import type { UserIds } from '../../users/index.ts';

export interface PlaybackFilter {
  /** Of these users only. */
  readonly visible: UserIds;
  readonly id?: string | undefined;
  readonly user?: string | undefined;
  readonly video?: string | undefined;
  /** A part of the learner's name or the video's title. */
  readonly search?: string | undefined;
  readonly codes?: readonly string[] | undefined;
}

const newestFirst: ListOrder = {
  key: sql`playback.opened_at`,
  type: sql`timestamptz`,
  id: 'playback.id',
  isAscending: false,
};

/** Lists one page, newest first, with the count of all that match. */
export async function listPlaybackPage(
  db: Db,
  filter: PlaybackFilter,
  window: { limit: number; offset: number },
) {
  const found = selectMatchingPlaybacks(db, filter);
  const items = await selectPage(selectRows(found), newestFirst, window).execute();
  return { items, total: await countRows(db, found) };
}

/** Lists the rows after a position, newest first. */
export async function listPlaybacksAfter(db: Db, filter: PlaybackFilter, part: ListPart) {
  return selectRowsAfter(
    selectRows(selectMatchingPlaybacks(db, filter)),
    newestFirst,
    part,
  ).execute();
}
export type PlaybackRow = Awaited<ReturnType<typeof listPlaybackPage>>['items'][number];

function selectRows(found: ReturnType<typeof selectMatchingPlaybacks>) {
  return found
    .innerJoin('sessions as sign_in', 'sign_in.id', 'playback.session_id')
    .select([
      'playback.id',
      'playback.code',
      'playback.user_id',
      'learner.name as user_name',
      'learner.contact_number',
      'playback.video_id',
      'video.title',
      'playback.session_id',
      'playback.device_id',
      'sign_in.user_agent',
      'sign_in.address',
      'playback.opened_at',
      'playback.expires_at',
      'playback.ended_at',
      'playback.ended_cause',
      'playback.protection',
      'playback.protection_at',
    ]);
}

function selectMatchingPlaybacks(
  db: Db,
  { visible, id, user, video, search, codes }: PlaybackFilter,
) {
  let query = db
    .selectFrom('playback_sessions as playback')
    .innerJoin('users as learner', 'learner.id', 'playback.user_id')
    .innerJoin('videos as video', 'video.id', 'playback.video_id')
    .where('playback.user_id', 'in', visible);
  // What was opened ahead of a click and never chosen was not watched. By its name it is found in any
  // case: what a mark leads to must not depend on what a manipulated player reported.
  if (!id && !codes) query = query.where('playback.started_at', 'is not', null);
  if (id) query = query.where('playback.id', '=', id);
  if (user) query = query.where('playback.user_id', '=', user);
  if (video) query = query.where('playback.video_id', '=', video);
  if (codes) query = query.where('playback.code', 'in', codes);
  if (search) {
    const pattern = containing(search);
    query = query.where((where) =>
      where.or([where('learner.name', 'ilike', pattern), where('video.title', 'ilike', pattern)]),
    );
  }
  return query;
}

const mostLooked = 5000;
const mostVideos = 5;

/**
 * Sums up what players reported of their marks since then, of at most 5,000 playbacks, the newest
 * first.
 */
export async function sumUpCoverage(
  db: Db,
  since: Date,
): Promise<{ readonly reported: number; readonly uncovered: number; readonly videos: string[] }> {
  const { rows } = await sql<{ title: string; reported: number; uncovered: number }>`
    SELECT videos.title, count(*)::int AS reported,
      count(*) FILTER (WHERE (latest.protection ->> 'watermarkCoverage')::float8 < 1)::int AS uncovered
    FROM (
      SELECT video_id, protection FROM playback_sessions
      WHERE opened_at >= ${since} AND protection IS NOT NULL
      ORDER BY opened_at DESC LIMIT ${sql.lit(mostLooked)}
    ) AS latest JOIN videos ON videos.id = latest.video_id
    GROUP BY videos.id, videos.title ORDER BY uncovered DESC, videos.id`.execute(db);
  const sum = (of: 'reported' | 'uncovered') => rows.reduce((all, row) => all + row[of], 0);
  const worst = rows.filter(({ uncovered }) => uncovered > 0).slice(0, mostVideos);
  return {
    reported: sum('reported'),
    uncovered: sum('uncovered'),
    videos: worst.map(({ title }) => title),
  };
}
