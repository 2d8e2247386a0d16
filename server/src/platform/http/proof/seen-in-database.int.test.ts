import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPlainPool } from '../../db/database.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import type { GuardedPool } from '../../db/guarded-pool.ts';
import { migrate } from '../../db/migrate.ts';
import { watchDatabase } from '../../db/watch.ts';
import { createLog } from '../../log/log.ts';
import { createTestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { findWindow, nonceWindowMs } from './nonce.ts';
import { rememberInDatabase } from './seen-in-database.ts';
import { describeSeenProofs } from './seen-proofs.test-suite.ts';

const database = await createTestDatabase(inject('databaseServer'));
const log = createLog('silent');
const watch = watchDatabase(database.connectionString, log);
const pools: GuardedPool[] = [];
let pool: GuardedPool;

function openPool(): GuardedPool {
  const options = { poolSize: 4, statementLimitMs: 15_000, applicationName: 'test', watch };
  const opened = openPlainPool(database.connectionString, options);
  pools.push(opened);
  return opened;
}
const open = async () => rememberInDatabase({ pool: openPool(), log });
const newId = () => randomBytes(16).toString('hex');

beforeAll(() => {
  pool = openPool();
});
afterAll(async () => {
  await Promise.all(pools.map((each) => each.end()));
  watch.stop();
  await database.drop();
});

describeSeenProofs('in the database', { open, isShared: true });

describe('in the database', () => {
  const countIn = async (window: number) => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM seen_proofs_${window % 4}`,
    );
    return rows[0]?.n ?? 0;
  };
  const sweep = () => pool.query('SELECT sweep_seen_proofs($1)', [nonceWindowMs]);
  const setSwept = (window: number) =>
    pool.query('UPDATE seen_proof_epoch SET swept_in = $1', [window]);

  it('calls that come at one time share a statement', async () => {
    const seen = await open();
    const { nowMs } = await seen.read();
    const before = await countStatements();
    const proofs = Array.from({ length: 200 }, () => ({ window: findWindow(nowMs), id: newId() }));
    const answers = await Promise.all(proofs.map((proof) => seen.note(proof)));
    expect(answers.every(({ isFirst }) => isFirst)).toBe(true);
    expect((await countStatements()) - before).toBeLessThan(20);
  });

  async function countStatements(): Promise<number> {
    const { rows } = await pool.query<{ n: number }>(
      'SELECT pg_current_xact_id()::text::bigint::int AS n',
    );
    return rows[0]?.n ?? 0;
  }

  it('what a crash forgets has another epoch', async () => {
    const seen = await open();
    const { epoch, nowMs } = await seen.read();
    const proof = { window: findWindow(nowMs), id: newId() };
    await seen.note(proof);
    // As recovery leaves unlogged tables.
    await pool.query(
      'TRUNCATE seen_proof_epoch, seen_proofs_0, seen_proofs_1, seen_proofs_2, seen_proofs_3',
    );
    const [again, other] = await Promise.all([seen.note(proof), (await open()).read()]);
    expect(again.epoch).not.toBe(epoch);
    expect(other.epoch).toBe(again.epoch);
  });

  it('empties the slot of the window before last, and no slot that is in use', async () => {
    const seen = await open();
    const present = findWindow((await seen.read()).nowMs);
    const counts = () => Promise.all([-2, -1, 0, 1].map((of) => countIn(present + of)));
    for (const of of [-2, -1, 0, 1]) await seen.note({ window: present + of, id: newId() });
    const before = await counts();
    await setSwept(present - 1);
    await sweep();
    const [past, ...used] = await counts();
    expect(past).toBe(0);
    expect(used).toEqual(before.slice(1));
  });

  it('once in a window, and of itself with the next proof', async () => {
    const seen = await open();
    const present = findWindow((await seen.read()).nowMs);
    await seen.note({ window: present - 2, id: newId() });
    await sweep();
    expect(await countIn(present - 2)).toBe(1);
    await setSwept(present - 1);
    await seen.note({ window: present, id: newId() });
    await expect.poll(() => countIn(present - 2)).toBe(0);
  });

  it('a clock that goes back ends the epoch, since windows are valid again that were emptied', async () => {
    const seen = await open();
    const { epoch, nowMs } = await seen.read();
    await setSwept(findWindow(nowMs) + 2);
    const answer = await seen.note({ window: findWindow(nowMs), id: newId() });
    expect(answer.epoch).not.toBe(epoch);
    expect((await (await open()).read()).epoch).toBe(answer.epoch);
  });

  it('a reader of a slot, as a backup, delays no proof', async () => {
    const seen = await open();
    const present = findWindow((await seen.read()).nowMs);
    const reader = await pool.connect();
    await reader.query({ text: 'BEGIN' });
    await reader.query({ text: `SELECT FROM seen_proofs_${(present + 2) % 4}` });
    await setSwept(present - 1);
    const answer = await seen.note({ window: present, id: newId() });
    expect(answer.isFirst).toBe(true);
    expect((await seen.note({ window: present, id: newId() })).isFirst).toBe(true);
    await reader.query({ text: 'COMMIT' });
    reader.release();
    await seen.stop();
  });
});

it('a real crash of the database ends the epoch, an orderly restart does not', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-proofs-'));
  const start = () => startEmbeddedPostgres({ dataDir, log });
  let own = await start();
  const { db, pool: ownPool } = openTestDatabase(own.connectionString, 2);
  await migrate(db);
  const seen = rememberInDatabase({ pool: ownPool, log });
  const back = { timeout: 30_000 };

  const { epoch, nowMs } = await seen.read();
  const proof = { window: findWindow(nowMs), id: newId() };
  await seen.note(proof);
  await own.stop();
  own = await start();
  await expect.poll(() => seen.note(proof).catch(() => null), back).not.toBeNull();
  expect(await seen.note(proof)).toMatchObject({ epoch, isFirst: false });

  const { rows } = await ownPool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => seen.read().catch(() => null), back).not.toBeNull();
  expect((await seen.note(proof)).epoch).not.toBe(epoch);

  await db.destroy();
  await own.stop();
  await rm(dataDir, { recursive: true, force: true });
});
