import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import { isLastingUser } from '../../../platform/throwaway/throwaway-id.ts';

const ranges = sql`(VALUES ('1h', interval '1 hour'), ('24h', interval '24 hours'),
  ('7d', interval '7 days'), ('30d', interval '30 days'), ('90d', interval '90 days'))
  AS range (name, length)`;

const placeOfUser = sql`LATERAL (VALUES (coalesce(users.country, ''), coalesce(users.district, ''),
  coalesce(users.kendra_type, '')), ('*', '*', '*')) AS place (country, district, kendra_type)`;

/** Counts users again, place by place: all, and those who were active within each range. */
export async function renewUserCounts(trx: Trx, now: Date): Promise<void> {
  await sql`DELETE FROM user_counts`.execute(trx);
  await sql`INSERT INTO user_counts (range, country, district, kendra_type, users, counted_at)
    SELECT range.name, place.country, place.district, place.kendra_type, count(*), ${now}::timestamptz
    FROM user_activity
    JOIN ${ranges} ON user_activity.last_at > ${now}::timestamptz - range.length
    JOIN users ON users.id = user_activity.user_id AND users.deleted_at IS NULL, ${placeOfUser}
    GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT 'all', place.country, place.district, place.kendra_type, count(*), ${now}::timestamptz
    FROM users, ${placeOfUser}
    WHERE users.deleted_at IS NULL AND ${isLastingUser(sql`users.id`)}
    GROUP BY 1, 2, 3, 4`.execute(trx);
}

/** Keeps the counts of users once an hour: what a later range is compared with. */
export async function takeActivitySnapshot(trx: Trx, now: Date): Promise<void> {
  const hour = sql`date_trunc('hour', ${now}::timestamptz)`;
  await sql`INSERT INTO activity_snapshots (range, taken_at, country, district, kendra_type, users)
    SELECT range, ${hour}, country, district, kendra_type, users FROM user_counts
    WHERE NOT EXISTS (SELECT FROM activity_snapshots WHERE taken_at = ${hour})
    ON CONFLICT DO NOTHING`.execute(trx);
}
