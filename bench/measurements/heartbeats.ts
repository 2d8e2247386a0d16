import type { Account } from '@prahari/virtual-learners';
import pg from 'pg';
import { type Players, startPlayers } from '../load/heartbeats.ts';
import { type Measurement, NotPossible } from '../measurement.ts';
import { makeSlides } from '../rig/clip.ts';
import { canReadCpuTime, readOwnCpuSeconds, readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import type { Site } from '../rig/site.ts';

/** Of 100,000 learners, every thirty seconds. */
const perSecond = 3400;
const seconds = 10;
const warmSeconds = 4;
/** So many that none reports more often than the server lets it: 120 times a minute. */
const learners = 420;
const videoSeconds = 24;
const limitPercent = 60;

/** What the reports of 100,000 watching learners cost one server process. */
export const heartbeats: Measurement = {
  name: 'heartbeats',
  async run(rig) {
    if (!canReadCpuTime) throw new NotPossible('the CPU time of a process is read from /proc');
    const site = await rig.ownSite({
      name: 'heartbeats',
      makeVideo: (tools, outPath) => makeSlides(tools, outPath, videoSeconds),
      // The cost of signing in is another measurement.
      env: { PASSWORD_HASH_MEMORY_MIB: '19', PASSWORD_HASH_PASSES: '2' },
    });
    const database = new pg.Client({ connectionString: await findDatabase(site.dataDir) });
    const players = await startPlayers();
    try {
      await database.connect();
      const accounts = await copyLearner(database, site.learnerAccount);
      await players.join(accounts, { origin: site.origin, videoId: await site.lessonId() });
      await sendFor(site, players, warmSeconds);
      const before = await countStored(database);
      const { result, percent, percentOfAll } = await sendFor(site, players, seconds);
      const stored = (await countStored(database)) - before;
      return [
        {
          name: `server under ${perSecond} heartbeats/s`,
          unit: '% of a core',
          ours: percent,
          against: { what: 'limit', value: limitPercent },
          goal: { atMost: 1 },
          details: { ...result, learners, withDatabasePercent: percentOfAll },
        },
        {
          name: 'heartbeats that are stored, of those that were answered',
          unit: 'of 100',
          ours: (stored / result.requests) * 100,
          against: { what: 'all', value: 100 },
          goal: { atLeast: 1 },
        },
      ];
    } finally {
      await players.stop();
      await database.end().catch(() => undefined);
    }
  },
};

async function sendFor(site: Site, players: Players, forSeconds: number) {
  await players.prepare(perSecond * forSeconds, perSecond);
  const before = { own: readOwnCpuSeconds(site.pid), tree: readTreeCpuSeconds(site.pid) };
  const result = await players.send(site.port, perSecond);
  // By what each one costs: a busy machine sends them later than they are due.
  const percentOf = (cpuSeconds: number) => (cpuSeconds / result.requests) * perSecond * 100;
  return {
    result,
    percent: percentOf(readOwnCpuSeconds(site.pid) - before.own),
    percentOfAll: percentOf(readTreeCpuSeconds(site.pid) - before.tree),
  };
}

async function countStored(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ stored: number }>(
    "SELECT count(*)::int AS stored FROM playback_events WHERE event = 'progress'",
  );
  return rows[0]?.stored ?? 0;
}

/** Accounts with the learner's password: to activate each would take minutes. */
async function copyLearner(database: pg.Client, learner: Account): Promise<Account[]> {
  const { rows } = await database.query<{ contact_number: string }>(
    `INSERT INTO users
    SELECT (jsonb_populate_record(users, jsonb_build_object('id', gen_random_uuid(),
      'contact_number', '+91970' || lpad(number::text, 7, '0')))).*
    FROM users, generate_series(1, $2::int) AS number WHERE contact_number = $1
    RETURNING contact_number`,
    [learner.contactNumber, learners],
  );
  return rows.map(({ contact_number: contactNumber }) => ({ ...learner, contactNumber }));
}
