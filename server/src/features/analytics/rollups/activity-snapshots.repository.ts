import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';

const ranges = sql`(VALUES ('1h', interval '1 hour'), ('24h', interval '24 hours'),
  ('7d', interval '7 days'), ('30d', interval '30 days'), ('90d', interval '90 days'))
  AS range (name, length)`;

const placeOfUser = sql`LATERAL (VALUES (coalesce(users.country, ''), coalesce(users.district, ''),
  coalesce(users.kendra_type, '')), ('*', '*', '*')) AS place (country, district, kendra_type)`;

/** Notes once an hour how many users there were, and were active within each range, place by place. */
export async function takeActivitySnapshot(trx: Trx, now: Date): Promise<void> {
  const hour = sql`date_trunc('hour', ${now}::timestamptz)`;
  await sql`WITH due AS (
      SELECT WHERE NOT EXISTS (SELECT FROM activity_snapshots WHERE taken_at = ${hour}))
    INSERT INTO activity_snapshots (range, taken_at, country, district, kendra_type, users)
    SELECT range.name, ${hour}, place.country, place.district, place.kendra_type, count(*)
    FROM due, user_activity
    JOIN ${ranges} ON user_activity.last_at > ${hour} - range.length
    JOIN users ON users.id = user_activity.user_id AND users.deleted_at IS NULL,
    ${placeOfUser}
    GROUP BY 1, 2, 3, 4, 5
    UNION ALL
    SELECT 'all', ${hour}, place.country, place.district, place.kendra_type, count(*)
    FROM due, users, ${placeOfUser}
    WHERE users.deleted_at IS NULL
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT DO NOTHING`.execute(trx);
}
