import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, inject, it, onTestFinished } from 'vitest';
import { createLog } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { watchDatabase } from './watch.ts';
import { SecondConnectionError } from './watched-pool.ts';

const database = await createTestDatabase(inject('databaseServer'));
const opened: { destroy(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(opened.map((db) => db.destroy()));
  await database.drop();
});

function open(options: { onSecondConnection?: (error: Error) => void } = {}) {
  const { db, pool } = openDatabase(database.connectionString, {
    poolSize: 2,
    statementLimitMs: undefined,
    watch: watchDatabase(database.connectionString, createLog('silent')),
    ...options,
  });
  opened.push(db);
  return { db, pool };
}
const one = sql<{ one: number }>`SELECT 1 AS one`;

it.each(['a query', 'a query of the pool', 'a transaction', 'a transaction with settings'])(
  'refuses %s beside the transaction that asks for it',
  async (what) => {
    const { db, pool } = open();
    const beside: Record<string, () => Promise<unknown>> = {
      'a query': () => one.execute(db),
      'a query of the pool': async () => pool.query('SELECT 1'),
      'a transaction': () => db.transaction().execute((trx) => one.execute(trx)),
      'a transaction with settings': () =>
        db
          .transaction()
          .setIsolationLevel('serializable')
          .execute((trx) => one.execute(trx)),
    };
    const asked = db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        await one.execute(trx);
        await beside[what]?.();
      });
    await expect(asked).rejects.toBeInstanceOf(SecondConnectionError);
    // Nothing was kept.
    expect(pool.connections.idleCount).toBe(pool.connections.totalCount);
  },
);

it('gives a connection to other work beside it, and to work that continues after it', async () => {
  const { db } = open();
  let later: Promise<unknown> | undefined;
  const through = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (trx) => {
    await one.execute(trx);
    later = through.promise.then(() => one.execute(db));
  });
  await Promise.all([transaction, one.execute(db)]);
  through.resolve();
  await expect(later).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

it('only reports it where calls must continue', async () => {
  const told: Error[] = [];
  const { db, pool } = open({ onSecondConnection: (error) => void told.push(error) });
  await db.transaction().execute(() => one.execute(db));
  expect(told).toHaveLength(1);
  expect(pool.connections.secondConnections).toBe(1);
  expect(told[0]?.stack).toContain(import.meta.filename);
});

it('measures the connections in use and how long callers wait for one', async () => {
  const { pool } = open();
  const metrics = createMetrics('1');
  metrics.watchPool(pool.connections);
  const held = await Promise.all([pool.connect(), pool.connect()]);
  onTestFinished(() => held[1]?.release());
  const third = pool.query('SELECT 1');
  const waitedMs = 60;
  await setTimeout(waitedMs);
  const text = await metrics.text();
  expect(text).toContain('prahari_db_pool_connections{state="busy"} 2');
  expect(text).toContain('prahari_db_pool_connections{state="waiting"} 1');
  expect(text).toContain('prahari_db_pool_wait_seconds_count 2');
  held[0]?.release();
  await third;
  const after = await metrics.text();
  expect(after).toContain('prahari_db_pool_connections{state="idle"} 1');
  expect(after).toContain('prahari_db_pool_wait_seconds_count 3');
  const seconds = Number(/wait_seconds_sum (\S+)/.exec(after)?.[1]);
  expect(seconds).toBeGreaterThan(waitedMs / 1000 - 0.005);
});

// That the database does so takes a minute without a network.
it('asks the database to end connections whose machine is gone', async () => {
  const { rows } = await open().pool.query(
    `SELECT reset_val FROM pg_settings WHERE name LIKE 'tcp_keepalives%' ORDER BY name`,
  );
  expect(rows.map(({ reset_val: seconds }) => seconds)).toEqual(['3', '30', '10']);
});
