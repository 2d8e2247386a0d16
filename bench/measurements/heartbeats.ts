import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
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
const leastShareOfInserts = 0.5;
const rowsOfInsert = 50;
const insertedRows = 10_000;
const verifiedProofs = 3000;

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
      const bareMs = await insertBare(database, site);
      const details = { ...result, learners, withDatabasePercent: percentOfAll };
      return [
        {
          name: `server under ${perSecond} heartbeats/s`,
          unit: '% of a core',
          ours: percent,
          against: { what: 'limit', value: limitPercent },
          goal: { atMost: 1 },
          details: { ...details, provingPercent: (verifyProofs() * perSecond) / 10 },
        },
        {
          name: 'heartbeats that are stored, of those that were answered',
          unit: 'of 100',
          ours: (stored / result.requests) * 100,
          against: { what: 'all', value: 100 },
          goal: { atLeast: 1 },
        },
        {
          name: 'heartbeats in a second of processor time, with the database',
          unit: 'requests/s',
          ours: (perSecond * 100) / percentOfAll,
          against: { what: 'bare batched inserts of the same rows', value: 1000 / bareMs },
          goal: { atLeast: leastShareOfInserts },
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

/** Inserts the stored rows once more, by batches. @returns milliseconds of processor time for one */
async function insertBare(database: pg.Client, site: Site): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    "SELECT * FROM playback_events WHERE event = 'progress' LIMIT $1",
    [insertedRows],
  );
  const batches = Array.from({ length: Math.ceil(rows.length / rowsOfInsert) }, (_, at) =>
    rows.slice(at * rowsOfInsert, (at + 1) * rowsOfInsert).map((row) => {
      return { ...row, id: randomUUID() };
    }),
  );
  const readCpu = () => readTreeCpuSeconds(site.pid) + readOwnCpuSeconds(process.pid);
  const before = readCpu();
  for (const batch of batches)
    await database.query({
      name: 'bare',
      text: `INSERT INTO playback_events
        SELECT * FROM jsonb_populate_recordset(NULL::playback_events, $1)`,
      values: [JSON.stringify(batch)],
    });
  return ((readCpu() - before) * 1000) / rows.length;
}

/** Verifies signatures alone. @returns milliseconds of processor time for one */
function verifyProofs(): number {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = Buffer.alloc(500, 'a');
  const signature = sign('sha256', text, privateKey);
  const before = readOwnCpuSeconds(process.pid);
  for (let number = 0; number < verifiedProofs; number += 1)
    verify('sha256', text, publicKey, signature);
  return ((readOwnCpuSeconds(process.pid) - before) * 1000) / verifiedProofs;
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
