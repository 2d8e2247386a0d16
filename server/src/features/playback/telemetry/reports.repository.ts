import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import type { Standing, VideoReport } from '../progress/standing.rules.ts';
import { readWatched } from '../progress/watched.presenter.ts';
import type { Span } from '../progress/watched.rules.ts';
import { isPlayingAfter } from '../progress/watched.rules.ts';
import { readMeasures } from './telemetry.rules.ts';

/**
 * The stored progress with a video when it was read, and the report's events that are stored
 * already.
 */
export interface Seen extends Standing {
  readonly knownIds: ReadonlySet<string>;
  /** Another one as soon as anything of it is changed. */
  readonly revision: string;
}

export interface Move {
  /** Of events that were not known. */
  readonly report: VideoReport;
  readonly standing: Standing & { readonly seen: readonly (Span | null)[] };
  readonly revision: string;
}

/**
 * Reads the progress for reports of many learners in one statement, as `updateWithReports` writes
 * it: a transaction for each report takes six round trips and holds a connection during them, and a
 * busy server ran out of connections (decision 0039).
 * @returns in the order of the reports; null where the user never started the video
 */
export async function findReportStandings(
  db: Db,
  reports: readonly VideoReport[],
): Promise<(Seen | null)[]> {
  const asked = reports.map(({ userId, videoId, playbackSessionId, openedAt, events }, n) => ({
    n,
    userId,
    videoId,
    playbackSessionId,
    openedAt,
    ids: events.map(({ id }) => id),
  }));
  const { rows } = await sql<{
    n: number;
    position_seconds: number;
    watched: unknown;
    completed_at: Date | null;
    revision: string;
    known_ids: string[];
  }>`
    SELECT asked.n, standing.position_seconds, standing.watched, standing.completed_at, standing.xmin::text AS revision,
      ARRAY(SELECT known.id::text FROM playback_events AS known
        WHERE known.opened_at = asked."openedAt"
          AND known.playback_session_id = asked."playbackSessionId"
          AND known.id = ANY(asked.ids)) AS known_ids
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked (n integer, "userId" uuid,
      "videoId" uuid, "playbackSessionId" uuid, "openedAt" timestamptz, ids uuid[])
    JOIN playback_positions AS standing ON standing.user_id = asked."userId"
      AND standing.video_id = asked."videoId"`.execute(db);
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return reports.map((_, n) => {
    const row = byNumber.get(n);
    if (!row) return null;
    return {
      positionSeconds: row.position_seconds,
      watched: readWatched(row.watched),
      completedAt: row.completed_at,
      revision: row.revision,
      knownIds: new Set(row.known_ids),
    };
  });
}

/** Returns when its playback last played, if it plays at this moment. */
export function findActiveAt({ isLate, events, now }: VideoReport): Date | null {
  const last = events.at(-1);
  return last && isLate !== true && isPlayingAfter(last.event) ? now : null;
}

/** Tells whether a playback reported an error before these events. */
export async function hasFailedBefore(
  db: DbOrTrx,
  { openedAt, playbackSessionId }: VideoReport,
  events: readonly { readonly id: string }[],
): Promise<boolean> {
  const found = await db
    .selectFrom('playback_events')
    .select('id')
    .where('opened_at', '=', openedAt)
    .where('playback_session_id', '=', playbackSessionId)
    .where('event', '=', 'error')
    .where(
      'id',
      'not in',
      events.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Writes each report completely if the progress is still as it was read.
 * @returns which were written, in their order. Rows that another transaction has changed, or has
 * locked at this moment, are skipped without waiting, as the others would wait too.
 */
export async function updateWithReports(db: Db, moves: readonly Move[]): Promise<boolean[]> {
  const given = moves.map(({ report, standing, revision }, n) => ({
    n,
    revision,
    userId: report.userId,
    videoId: report.videoId,
    playbackSessionId: report.playbackSessionId,
    openedAt: report.openedAt,
    now: report.now,
    positionSeconds: standing.positionSeconds,
    watched: standing.watched,
    completedAt: standing.completedAt,
    activeAt: findActiveAt(report),
    events: report.events.map(({ id, event, position, duration, happenedAt, detail }, at) => {
      const [seenFrom, seenTo] = standing.seen[at] ?? [];
      return {
        id,
        event,
        position,
        duration,
        happenedAt,
        detail,
        seenFrom,
        seenTo,
        ...readMeasures({ event, detail }),
      };
    }),
  }));
  const { rows } = await sql<{ n: number }>`
    WITH given AS MATERIALIZED (
      SELECT given.* FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (n integer,
        revision text, "userId" uuid, "videoId" uuid, "playbackSessionId" uuid,
        "openedAt" timestamptz, now timestamptz, "positionSeconds" double precision,
        watched jsonb, "completedAt" timestamptz, "activeAt" timestamptz, events jsonb)
    ), unmoved AS MATERIALIZED (
      SELECT given.n FROM given
      JOIN playback_positions AS standing ON standing.user_id = given."userId"
        AND standing.video_id = given."videoId"
      JOIN playback_sessions AS playback ON playback.id = given."playbackSessionId"
      WHERE standing.xmin::text = given.revision
      FOR NO KEY UPDATE OF standing, playback SKIP LOCKED
    ), moved AS (
      UPDATE playback_positions AS standing SET updated_at = given.now, watched = given.watched,
        position_seconds = given."positionSeconds", completed_at = given."completedAt"
      FROM given JOIN unmoved USING (n)
      WHERE standing.user_id = given."userId" AND standing.video_id = given."videoId"
      RETURNING given.n
    ), noted AS (
      UPDATE playback_sessions AS playback SET last_active_at = given."activeAt"
      FROM given JOIN moved USING (n)
      WHERE playback.id = given."playbackSessionId"
    ), kept AS (
      INSERT INTO playback_events (opened_at, playback_session_id, id, user_id, video_id, event,
        position_seconds, duration_seconds, happened_at, received_at, detail, seen_from, seen_to,
        start_ms, start_parts, stall_ms, kbps, frames, dropped_frames)
      SELECT given."openedAt", given."playbackSessionId", one.id, given."userId",
        given."videoId", one.event, one.position, one.duration, one."happenedAt", given.now,
        one.detail, one."seenFrom", one."seenTo", one."startMs",
        one."startParts", one."stallMs", one.kbps, one.frames, one."droppedFrames"
      FROM given JOIN moved USING (n), jsonb_to_recordset(given.events) AS one (id uuid,
        event text, position double precision, duration double precision,
        "happenedAt" timestamptz, detail jsonb, "seenFrom" float8, "seenTo" float8,
        "startMs" integer, "startParts" integer[], "stallMs" integer, kbps integer, frames integer,
        "droppedFrames" integer)
      ON CONFLICT DO NOTHING
    )
    SELECT n FROM moved`.execute(db);
  const kept = new Set(rows.map(({ n }) => n));
  return moves.map((_, n) => kept.has(n));
}
