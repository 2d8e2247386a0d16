import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Measurement } from '../measurement.ts';
import { readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import { fillHeartbeats, rowsOfDay } from '../rig/fill-heartbeats.ts';
import { startPrahari } from '../rig/prahari.ts';

const limitSeconds = 60;
/** Ten times what 100,000 learners report. */
const wantedPerSecond = 34_000;
const lookMs = 100;
const patienceMs = 1_800_000;

/** How fast reports catch up with a day on which no process added up. */
export const rollups: Measurement = {
  name: 'rollups',
  async run({ scratchDir, rows }) {
    const dataDir = path.join(scratchDir, 'rollups');
    await mkdir(dataDir, { mode: 0o711 });
    // The first start makes the positions, the second one leaves them to be filled up to.
    await (await startPrahari({ dataDir, by: 'node' })).stop();
    const filler = await startPrahari({ dataDir, by: 'node', env: { ROLE: 'web' } });
    try {
      await withDatabase(dataDir, (database) => fillHeartbeats(database, rows));
    } finally {
      await filler.stop();
    }
    const server = await startPrahari({ dataDir, by: 'node' });
    try {
      const cpuBefore = readTreeCpuSeconds(server.pid);
      const begun = performance.now();
      const stats = await withDatabase(dataDir, async (database) => {
        await settle(database);
        const seconds = (performance.now() - begun) / 1000;
        return { seconds, sums: await countSums(database) };
      });
      const cpuSeconds = readTreeCpuSeconds(server.pid) - cpuBefore;
      if (stats.sums.added !== rows)
        throw new Error(`${rows - stats.sums.added} were not added up`);
      const details = {
        rows,
        ...stats,
        cpuSeconds,
        cpuSecondsOfDay: (cpuSeconds * rowsOfDay) / rows,
      };
      return [
        {
          name: `catching up with a missed day of ${rowsOfDay.toLocaleString('en')} heartbeats`,
          unit: 's',
          ours: (stats.seconds * rowsOfDay) / rows,
          against: { what: 'limit', value: limitSeconds },
          goal: { atMost: 1 },
          details,
        },
        {
          name: 'heartbeats added up in a second',
          unit: 'requests/s',
          ours: rows / stats.seconds,
          against: { what: 'ten times 100,000 learners', value: wantedPerSecond },
          goal: { atLeast: 1 },
        },
      ];
    } finally {
      await server.stop();
    }
  },
};

async function withDatabase<Value>(
  dataDir: string,
  use: (database: pg.Client) => Promise<Value>,
): Promise<Value> {
  const database = new pg.Client({ connectionString: await findDatabase(dataDir) });
  await database.connect();
  try {
    return await use(database);
  } finally {
    await database.end();
  }
}

/** Resolves when all heartbeats are behind the position. */
async function settle(database: pg.Client): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await database.query<{ is_settled: boolean }>(
      `SELECT bool_and(transaction_id >= 0) AS is_settled FROM event_readers
      WHERE name LIKE 'analytics.%'`,
    );
    if (rows[0]?.is_settled) return;
    if (performance.now() > end) throw new Error('reports did not catch up');
    await delay(lookMs);
  }
}

/** Heartbeats of thirty seconds each, by what was watched. */
async function countSums(database: pg.Client): Promise<{ added: number; rollups: number }> {
  const { rows } = await database.query<{ added: number; rollups: number }>(
    `SELECT (sum(watch_seconds) FILTER (WHERE grain = 'day' AND dimension = 'all'
        AND district = '*') / 30)::int AS added, count(*)::int AS rollups FROM playback_rollups`,
  );
  return rows[0] ?? { added: 0, rollups: 0 };
}
