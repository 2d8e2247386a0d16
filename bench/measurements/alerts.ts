import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@prahari/virtual-learners';
import pg from 'pg';
import { failuresEvery, failuresOfOne } from '../load/event-plan.ts';
import { type EventSource, startEventSource } from '../load/event-source.ts';
import { type Measurement, NotPossible } from '../measurement.ts';
import { canReadCpuTime, readOwnCpuSeconds, readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import { startPrahari } from '../rig/prahari.ts';

const eventsPerSecond = 3500;
const seconds = 60;
const fastSeconds = 15;
const limitMs = 2000;
/** Judged at five failures within ten minutes, and counted at each one after that. */
const failuresBefore = 4;
const patienceMs = 60_000;
const lastUserId = 'ffffffff-0000-7000-8000-000000000000';

interface Setting {
  readonly source: EventSource;
  readonly database: pg.Client;
  readonly connectionString: string;
  readonly folder: string;
}

/** How events become alerts under load: none lost, soon, and at what cost to the server. */
export const alerts: Measurement = {
  name: 'alerts',
  async run({ scratchDir, profileDir }) {
    if (!canReadCpuTime) throw new NotPossible('the CPU time of a process is read from /proc');
    const dataDir = path.join(scratchDir, 'alerts');
    await mkdir(dataDir, { mode: 0o711 });
    const nodeArgs = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [];
    const server = await startPrahari({ dataDir, by: 'node', nodeArgs });
    const connectionString = await findDatabase(dataDir);
    const database = new pg.Client({ connectionString });
    const source = await startEventSource();
    try {
      await database.connect();
      const folder = path.join(scratchDir, 'event-source');
      const setting = { source, database, connectionString, folder };
      // Reader and recorder are compiled by what comes first.
      const warm = await source.record({
        connectionString,
        folder,
        from: 0,
        seconds: 2,
        perSecond: 1000,
      });
      await settle(database, expectCount(warm.events));
      const readCpu = () => ({
        server: readOwnCpuSeconds(server.pid),
        recorder: readOwnCpuSeconds(source.pid),
        all: readTreeCpuSeconds(server.pid) + readOwnCpuSeconds(source.pid),
      });
      const before = readCpu();
      const paced = await recordPaced(setting, warm.events);
      const after = readCpu();
      const percentOf = (part: keyof typeof before) =>
        ((after[part] - before[part]) / seconds) * 100;
      const fast = await recordFast(setting, paced.events);
      await database.end();
      await server.stop();
      const plain = await plainRate(dataDir, source, paced.events);
      return [
        {
          name: 'events per second that are spooled, recorded and judged, of those that are only inserted',
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
          details: {
            events: paced.events,
            alerts: paced.delaysMs.length,
            p50Ms: percentile(paced.delaysMs, 50),
            maxMs: percentile(paced.delaysMs, 100),
          },
        },
        {
          name: 'events that are recorded and counted by alerts, of those that should be',
          unit: 'of 100',
          ours: Math.min(paced.stored, paced.counted) * 100,
          against: { what: 'all', value: 100 },
          goal: { atLeast: 1 },
          details: { stored: paced.stored, counted: paced.counted },
        },
        {
          name: `server and recorder under ${eventsPerSecond} events/s`,
          unit: '% of a core',
          ours: percentOf('server') + percentOf('recorder'),
          against: { what: 'limit', value: 100 },
          goal: { atMost: 1 },
          details: {
            serverPercent: percentOf('server'),
            recorderPercent: percentOf('recorder'),
            withDatabasePercent: percentOf('all'),
          },
        },
      ];
    } finally {
      await source.stop();
      await database.end().catch(() => undefined);
      await server.stop();
    }
  },
};

async function recordPaced({ source, database, connectionString, folder }: Setting, from: number) {
  const raisedAt = new Map<string, number>();
  const listener = new pg.Client({ connectionString });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => {
    const id = /"id":"([^"]+)","kind":"raised"/.exec(payload)?.[1];
    if (id !== undefined) raisedAt.set(id, Date.now());
  });
  await listener.query('LISTEN alerts');
  const { events } = await source.record({
    connectionString,
    folder,
    from,
    seconds,
    perSecond: eventsPerSecond,
  });
  const total = from + events;
  const counted = (await settle(database, expectCount(total))) / expectCount(total);
  const stored = await database.query<{ stored: number }>(
    `SELECT count(DISTINCT id)::int AS stored FROM events
    WHERE user_id::text LIKE '0000000_-0000-7000-%'`,
  );
  const { rows } = await database.query<{ id: string; at: number }>(`
    SELECT alerts.id, extract(epoch FROM first_seen_at)::float8 * 1000 AS at
    FROM alerts JOIN alert_rules ON alert_rules.id = alerts.rule_id WHERE key = 'sign_ins_failed'`);
  await listener.end();
  const delaysMs = rows.flatMap(({ id, at }) => {
    const seenMs = raisedAt.get(id);
    return seenMs === undefined ? [] : [seenMs - at];
  });
  return { events: total, counted, stored: (stored.rows[0]?.stored ?? 0) / total, delaysMs };
}

/** How many failed sign-ins alerts should count among so many events. */
function expectCount(events: number): number {
  const failures = Math.ceil(events / failuresEvery);
  const whole = Math.floor(failures / failuresOfOne);
  const rest = Math.max(0, (failures % failuresOfOne) - failuresBefore);
  return whole * (failuresOfOne - failuresBefore) + rest;
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
async function recordFast(
  { source, database, connectionString, folder }: Setting,
  from: number,
): Promise<number> {
  const begun = performance.now();
  const plan = { connectionString, folder, from, seconds: fastSeconds, lastUserId };
  const { events } = await source.record(plan);
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await database.query('SELECT FROM alerts WHERE user_id = $1', [lastUserId]);
    if (rows.length > 0) break;
    if (performance.now() > giveUpAt) throw new Error('the last event was not judged in time');
    await delay(50);
  }
  return events / ((performance.now() - begun) / 1000);
}

/** The same rows into the same table, while a server of `ROLE=web` judges nothing. */
async function plainRate(dataDir: string, source: EventSource, from: number): Promise<number> {
  const server = await startPrahari({ dataDir, by: 'node', env: { ROLE: 'web' } });
  try {
    const connectionString = await findDatabase(dataDir);
    const plan = { connectionString, from, seconds: fastSeconds };
    const recorded = await source.record(plan);
    return recorded.events / recorded.seconds;
  } finally {
    await server.stop();
  }
}
