import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import { type Portion, recordedFacts, reportedFacts } from './roll-up.repository.ts';

interface Days {
  readonly zone: string;
  readonly now: Date;
}

/** Adds up on what learners watched, from the reports of players. */
export async function addWatchedDevices(
  trx: Trx,
  portion: Portion,
  { zone, now }: Days,
): Promise<void> {
  await add(
    trx,
    sql`SELECT user_id, date_trunc('day', at, ${zone}::text), system, browser, 0,
        coalesce(sum(seen_to - seen_from), 0), max(at)
      FROM (${reportedFacts(portion, now)}) AS reported GROUP BY 1, 2, 3, 4`,
  );
}

/** Adds up on what learners opened playbacks, from the events. */
export async function addOpenedDevices(
  trx: Trx,
  portion: Portion,
  { zone, now }: Days,
): Promise<void> {
  await add(
    trx,
    sql`SELECT known_user_id, date_trunc('day', at, ${zone}::text), playback.system,
        playback.browser, count(*), 0, max(at)
      FROM (${recordedFacts(portion, now)}) AS recorded
      JOIN playback_sessions AS playback
        ON playback.id = (recorded.data->>'playbackSessionId')::uuid
      WHERE name = 'playback.opened' AND user_type = 'LEARNER' GROUP BY 1, 2, 3, 4`,
  );
}

async function add(trx: Trx, sums: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO learner_devices AS known (user_id, day, system, browser, opened,
      watch_seconds, last_at)
    ${sums}
    ON CONFLICT (user_id, day, system, browser) DO UPDATE SET
      opened = known.opened + excluded.opened,
      watch_seconds = known.watch_seconds + excluded.watch_seconds,
      last_at = greatest(known.last_at, excluded.last_at)`.execute(trx);
}
