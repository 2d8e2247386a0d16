import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import { buckets, eachPlace, type Portion, recordedFacts } from './roll-up.repository.ts';

/** Ends by the user, whose last act they are; others come when a session has long been unused. */
const endsByUser = ['logout', 'logout_all'];

/** Adds up how long sessions lasted that ended: from the sign-in to the last call. */
export async function addSessions(
  trx: Trx,
  portion: Portion,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<void> {
  await sql`WITH base AS MATERIALIZED (
      SELECT ${buckets(zone)}, country, district, kendra_type, count(*) AS sessions,
        sum(extract(epoch FROM greatest(CASE WHEN data->>'cause' = ANY (${endsByUser}::text[])
          THEN at ELSE session.last_seen_at END, session.created_at) - session.created_at))::float8
          AS seconds
      FROM (${recordedFacts(portion, now)}) AS recorded
      JOIN LATERAL (SELECT created_at, last_seen_at FROM sessions
        WHERE sessions.id = (recorded.data->>'sessionId')::uuid) AS session ON true
      WHERE name = 'session.ended'
      GROUP BY 1, 2, 3, 4, 5, 6
    )
    INSERT INTO session_rollups AS known (grain, bucket, country, district, kendra_type, sessions,
      seconds)
    SELECT sum.grain, sum.bucket, place.country, place.district, place.kendra_type, sum(sessions),
      sum(seconds)
    FROM base, LATERAL (VALUES ('minutes', base.minutes), ('hour', base.hour), ('day', base.day))
      AS sum (grain, bucket), ${eachPlace}
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (grain, bucket, country, district, kendra_type) DO UPDATE SET
      sessions = known.sessions + excluded.sessions, seconds = known.seconds + excluded.seconds`.execute(
    trx,
  );
}
