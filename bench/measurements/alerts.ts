import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Measurement } from '../measurement.ts';
import { canReadCpuTime, readOwnCpuSeconds } from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import { startPrahari } from '../rig/prahari.ts';
import { percentile } from '../statistics.ts';

const eventsPerSecond = 3500;
const seconds = 60;
const batchesPerSecond = 10;
const fastSeconds = 15;
const rowsInFastBatch = 1000;
const limitMs = 2000;
/** Judged at five failures within ten minutes, and counted at each one after that. */
const failuresBefore = 4;
const failuresOfOne = 20;
const patienceMs = 60_000;

/**
 * What learners do, and among it every hundredth event a failed sign-in of one of a few accounts,
 * which raise alerts and count them up. Whose turn it is follows from the number of the event.
 */
const insert = (table: string) => `
  INSERT INTO ${table} (id, name, data, happened_at, user_id, device_id, address, country)
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
      || substr(md5($1::text || i), 1, 3) || 'a' || substr(md5($1::text || i), 4, 15))::uuid,
    CASE WHEN i % 100 = 0 THEN 'sign-in.refused'
      ELSE (ARRAY['session.opened', 'playback.opened', 'licence.issued', 'lesson.completed',
        'video-access.opened', 'licence.refused', 'incident.reported'])[1 + i % 7] END,
    jsonb_build_object('videoId', md5((i % 20)::text)::uuid, 'confidence', 'low'),
    clock_timestamp(),
    CASE WHEN i % 100 = 0 THEN lpad(to_hex(i / (100 * ${failuresOfOne})), 32, '0')::uuid
      ELSE md5((i % 100003)::text)::uuid END,
    'device-' || i % 100003, '10.' || i % 97 || '.' || i % 89 || '.' || i % 251, 'IN'
  FROM generate_series($1::int, $1::int + $2::int - 1) AS i`;

/** How events become alerts under load: none lost, soon, and at what cost to the server. */
export const alerts: Measurement = {
  name: 'alerts',
  async run({ scratchDir }) {
    const dataDir = path.join(scratchDir, 'alerts');
    await mkdir(dataDir, { mode: 0o711 });
    const server = await startPrahari({ dataDir, by: 'node' });
    const database = new pg.Client({ connectionString: await findDatabase(dataDir) });
    try {
      await database.connect();
      const cpuBefore = readOwnCpuSeconds(server.pid);
      const paced = await givePaced(database);
      const cpuPercent = ((readOwnCpuSeconds(server.pid) - cpuBefore) / seconds) * 100;
      const fast = await giveFast(database, paced.events);
      await server.stop();
      const plain = await plainRate(dataDir, paced.events);
      return [
        {
          name: 'events per second that are recorded and judged, of those that are only recorded',
          unit: 'requests/s',
          ours: fast,
          against: { what: 'plain batched inserts', value: plain },
          goal: { atLeast: 0.5 },
        },
        {
          name: `from event to alert at ${eventsPerSecond} events/s, p95`,
          unit: 'ms',
          ours: percentile(paced.delaysMs, 95),
          against: { what: 'limit', value: limitMs },
          goal: { atMost: 1 },
          details: { events: paced.events, alerts: paced.delaysMs.length },
        },
        {
          name: 'events that alerts counted, of those that they should',
          unit: 'of 100',
          ours: (paced.counted / paced.expected) * 100,
          against: { what: 'all', value: 100 },
          goal: paced.counted === paced.expected ? { atLeast: 1 } : { atLeast: 2 },
        },
        {
          name: `server under ${eventsPerSecond} events/s`,
          unit: '% of a core',
          ours: canReadCpuTime ? cpuPercent : 0,
          against: { what: 'limit', value: 100 },
          goal: { atMost: 1 },
        },
      ];
    } finally {
      await database.end().catch(() => undefined);
      await server.stop();
    }
  },
};

async function givePaced(database: pg.Client) {
  const size = eventsPerSecond / batchesPerSecond;
  const begun = performance.now();
  let events = 0;
  for (let batch = 0; batch < seconds * batchesPerSecond; batch += 1) {
    await database.query(insert('events'), [events, size]);
    events += size;
    const dueMs = begun + ((batch + 1) * 1000) / batchesPerSecond;
    await delay(Math.max(0, dueMs - performance.now()));
  }
  const failures = Math.ceil(events / 100);
  const whole = Math.floor(failures / failuresOfOne);
  const rest = Math.max(0, (failures % failuresOfOne) - failuresBefore);
  const expected = whole * (failuresOfOne - failuresBefore) + rest;
  const counted = await settle(database, expected);
  const { rows } = await database.query<{ ms: number }>(`
    SELECT extract(epoch FROM created_at - first_seen_at)::float8 * 1000 AS ms
    FROM alerts JOIN alert_rules ON alert_rules.id = alerts.rule_id WHERE key = 'sign_ins_failed'`);
  return { events, expected, counted, delaysMs: rows.map(({ ms }) => ms) };
}

/** Waits until alerts counted as many events as they should. */
async function settle(database: pg.Client, expected: number): Promise<number> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await database.query<{ counted: number }>(`
      SELECT coalesce(sum(count), 0)::int AS counted
      FROM alerts JOIN alert_rules ON alert_rules.id = alerts.rule_id WHERE key = 'sign_ins_failed'`);
    const counted = rows[0]?.counted ?? 0;
    if (counted >= expected || performance.now() > giveUpAt) return counted;
    await delay(50);
  }
}

/** As fast as they can be recorded, until the last of them was judged. */
async function giveFast(database: pg.Client, from: number): Promise<number> {
  const begun = performance.now();
  let events = from;
  while (performance.now() - begun < fastSeconds * 1000) {
    await database.query(insert('events'), [events, rowsInFastBatch]);
    events += rowsInFastBatch;
  }
  const marker = 'ffffffff-0000-7000-8000-000000000000';
  await database.query(
    `INSERT INTO events (id, name, data, happened_at, user_id)
     VALUES (gen_random_uuid(), 'session.refresh-reused', '{}', clock_timestamp(), $1)`,
    [marker],
  );
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await database.query('SELECT FROM alerts WHERE user_id = $1', [marker]);
    if (rows.length > 0) break;
    if (performance.now() > giveUpAt) throw new Error('the last event was not judged in time');
    await delay(50);
  }
  return (events - from) / ((performance.now() - begun) / 1000);
}

/** The same rows into the same table, while a server of `ROLE=web` judges nothing. */
async function plainRate(dataDir: string, from: number): Promise<number> {
  const server = await startPrahari({ dataDir, by: 'node', env: { ROLE: 'web' } });
  const database = new pg.Client({ connectionString: await findDatabase(dataDir) });
  try {
    await database.connect();
    const begun = performance.now();
    let events = 0;
    while (performance.now() - begun < fastSeconds * 1000) {
      await database.query(insert('events'), [from + events, rowsInFastBatch]);
      events += rowsInFastBatch;
    }
    return events / ((performance.now() - begun) / 1000);
  } finally {
    await database.end().catch(() => undefined);
    await server.stop();
  }
}
