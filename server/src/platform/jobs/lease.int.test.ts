import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import type { Trx } from '../db/database.ts';
import { createLog } from '../log/log.ts';
import { lapseLeases } from '../testing/lapse-leases.ts';
import { createTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import {
  claimLease,
  holdLease,
  isLastTry,
  type Lease,
  type LeasedRow,
  LeaseLost,
  LeaseTaken,
  renewLease,
  restartTryCount,
  settleLease,
  triesWithoutProgress,
  writeWithLease,
} from './lease.ts';

const log = createLog('silent');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openTestDatabase>['db'];
/** Of another process. */
let elsewhere: typeof db;
let made = 0;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  ({ db } = openTestDatabase(database.connectionString, 8));
  ({ db: elsewhere } = openTestDatabase(database.connectionString, 1));
  await sql`CREATE TABLE errands (
    id integer PRIMARY KEY, state text NOT NULL DEFAULT 'open', value integer NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0, attempt_limit integer NOT NULL DEFAULT 4,
    fence integer NOT NULL DEFAULT 0, leased_until timestamptz,
    disk_wait text, disk_wanted_bytes double precision, disk_free_bytes double precision)`.execute(
    db,
  );
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await elsewhere.destroy();
  await db.destroy();
  await database.drop();
});

async function newErrand(): Promise<LeasedRow> {
  made += 1;
  await sql`INSERT INTO errands (id) VALUES (${made})`.execute(db);
  return { table: 'errands', key: { id: made }, states: ['open'] };
}

interface Errand {
  readonly state: string;
  readonly value: number;
  readonly attempts: number;
  readonly fence: number;
  /** How much longer it is held; null while it is free. */
  readonly heldMs: number | null;
}

async function read({ key }: LeasedRow): Promise<Errand> {
  const { rows } = await sql<Errand>`SELECT state, value, attempts, fence,
    (extract(epoch FROM leased_until - clock_timestamp()) * 1000)::double precision AS "heldMs"
    FROM errands WHERE id = ${key['id']}`.execute(db);
  return rows[0]!;
}

async function claim(row: LeasedRow): Promise<Lease> {
  const lease = await claimLease(db, row);
  if (!lease) throw new Error('nothing is left to do');
  return lease;
}

const set = (row: LeasedRow, value: number) => async (trx: Trx) => {
  await sql`UPDATE errands SET value = ${value} WHERE id = ${row.key['id']}`.execute(trx);
};
const change = (row: LeasedRow, to: string) =>
  sql`UPDATE errands SET leased_until = NULL, state = ${to} WHERE id = ${row.key['id']}`.execute(
    db,
  );
const lapse = () => lapseLeases(db, 'errands');

it('gives the row to one of many simultaneous claims, and lets only its holder write', async () => {
  const row = await newErrand();
  const fences: number[] = [];
  for (let round = 1; round <= 20; round += 1) {
    const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimLease(db, row)));
    const won = claims.flatMap((one) => (one.status === 'fulfilled' && one.value) || []);
    expect(won).toHaveLength(1);
    for (const one of claims) {
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(LeaseTaken);
    }
    fences.push(won[0]!.fence);
    // Every second time it is given back; otherwise its holder dies.
    if (round % 2 === 0) await settleLease(db, won[0]!, set(row, round));
    else await lapse();
  }
  expect(fences).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(await read(row)).toMatchObject({ value: 20, attempts: 20, fence: 20 });
});

it('refuses every write of an overtaken holder, at its end and at a renewal', async () => {
  const row = await newErrand();
  const first = await claim(row);
  await lapse();
  const second = await claim(row);
  expect(second.fence).toBeGreaterThan(first.fence);
  const write = vi.fn(set(row, 1));
  await expect(writeWithLease(db, first, write)).rejects.toThrow(LeaseLost);
  await expect(settleLease(db, first, write)).rejects.toThrow(LeaseLost);
  await expect(renewLease(db, first)).rejects.toThrow(LeaseLost);
  expect(write).not.toHaveBeenCalled();
  await settleLease(db, second, set(row, 2), { isCounted: false });
  // The try of the second does not count; its number still does not pass to the first.
  expect(await read(row)).toMatchObject({ value: 2, attempts: 1 });
  await expect(writeWithLease(db, first, write)).rejects.toThrow(LeaseLost);
  const third = await claim(row);
  expect([third.attempt, third.fence]).toEqual([2, 3]);
  await expect(writeWithLease(db, second, write)).rejects.toThrow(LeaseLost);
});

it('refuses a takeover during a write at once, without waiting for its end', async () => {
  const row = await newErrand();
  const lease = await claim(row);
  await lapse();
  await writeWithLease(db, lease, async (trx) => {
    await set(row, 7)(trx);
    // Others see it as expired until this commits.
    const claimed = claimLease(elsewhere, row);
    await expect(Promise.race([claimed, sleep(20_000)])).rejects.toThrow(LeaseTaken);
  });
  expect(await read(row)).toMatchObject({ value: 7, fence: lease.fence });
  await expect(claimLease(elsewhere, row)).rejects.toThrow(LeaseTaken);
});

it('lets a late holder continue unless another one took over', async () => {
  const row = await newErrand();
  const lease = await claim(row);
  await lapse();
  await writeWithLease(db, lease, set(row, 1));
  await expect(claimLease(db, row)).rejects.toThrow(LeaseTaken);
});

it('expires by the clock of the database, not by the clock of a worker', async () => {
  const row = await newErrand();
  const begunMs = performance.now();
  await claim(row);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 3_600_000 });
  const { heldMs } = await read(row);
  expect(heldMs).toBeLessThanOrEqual(5000);
  expect(heldMs).toBeGreaterThan(4990 - (performance.now() - begunMs));
  const holdFor = (time: string) =>
    sql`UPDATE errands SET leased_until = clock_timestamp() + ${time}::interval
      WHERE id = ${row.key['id']}`.execute(db);
  await holdFor('1 minute');
  await expect(claimLease(db, row)).rejects.toThrow(LeaseTaken);
  await holdFor('100 ms');
  await vi.waitFor(async () => expect((await read(row)).heldMs).toBeLessThanOrEqual(0), 30_000);
  vi.setSystemTime(0);
  expect((await claim(row)).fence).toBe(2);
});

it('is lost when the work is cancelled, and cannot be claimed until the work is opened again', async () => {
  const row = await newErrand();
  const lease = await claim(row);
  await change(row, 'cancelled');
  await expect(renewLease(db, lease)).rejects.toThrow(LeaseLost);
  expect(await claimLease(db, row)).toBeUndefined();
  await change(row, 'open');
  await expect(renewLease(db, lease)).rejects.toThrow(LeaseLost);
  expect((await claim(row)).fence).toBe(2);
});

it('is renewed while it is held, together with the write of the beat, until it is lost', async () => {
  const row = await newErrand();
  const lease = await claim(row);
  let beats = 0;
  const beat = async (trx: Trx) => {
    beats += 1;
    await set(row, beats)(trx);
  };
  using hold = holdLease({ db, log }, lease, beat);
  await lapse();
  await vi.waitFor(async () => expect((await read(row)).heldMs).toBeGreaterThan(3000), 30_000);
  expect((await read(row)).value).toBe(beats);
  expect(hold.signal.aborted).toBe(false);
  await change(row, 'open');
  const other = await claim(row);
  await vi.waitFor(() => expect(hold.signal.reason).toBeInstanceOf(LeaseLost), 30_000);
  expect(await read(row)).toMatchObject({ fence: other.fence, value: beats });
});

it('counts tries from the last progress that was kept', async () => {
  const row = await newErrand();
  // The second try keeps something: the count starts again with it.
  const last = triesWithoutProgress + 1;
  for (let i = 1; i <= last + 1; i += 1) {
    const lease = await claim(row);
    if (i === 2) await writeWithLease(db, lease, (trx) => restartTryCount(trx, lease));
    const seen = { isLast: await isLastTry(db, lease), isTooMany: lease.isTooMany };
    expect(seen, `${i}`).toEqual({ isLast: i >= last, isTooMany: i > last });
    await lapse();
  }
});

type Act = { readonly by: number; readonly what: string };

/** The expected state, without a database. */
interface Model {
  fence: number;
  holder: number | null;
  isLate: boolean;
  value: number;
  attempts: number;
}

it('behaves like a simple model, in any order of acts by three workers', async () => {
  const workers = [0, 1, 2];
  const acts = ['claim', 'claim', 'write', 'renew', 'settle', 'give back', 'lapse', 'cancel'];
  const act = fc.record({ by: fc.constantFrom(...workers), what: fc.constantFrom(...acts) });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (all) => {
      const row = await newErrand();
      const leases = new Map<number, Lease>();
      const model: Model = { fence: 0, holder: null, isLate: false, value: 0, attempts: 0 };
      for (const [at, one] of all.entries()) {
        await expectAsModelled(row, leases, model, one, at + 1);
        const { fence, value, attempts, heldMs } = await read(row);
        expect({ fence, value, attempts, isHeld: heldMs !== null }).toEqual({
          fence: model.fence,
          value: model.value,
          attempts: model.attempts,
          isHeld: model.holder !== null,
        });
      }
    }),
    { numRuns: 40 },
  );
});

async function expectAsModelled(
  row: LeasedRow,
  leases: Map<number, Lease>,
  model: Model,
  { by, what }: Act,
  value: number,
): Promise<void> {
  if (what === 'lapse') {
    await lapse();
    model.isLate = true;
    return;
  }
  if (what === 'cancel') {
    await change(row, 'open');
    model.holder = null;
    return;
  }
  if (what === 'claim') {
    if (model.holder !== null && !model.isLate) {
      await expect(claimLease(db, row)).rejects.toThrow(LeaseTaken);
      return;
    }
    const lease = await claim(row);
    model.fence += 1;
    model.attempts += 1;
    model.isLate = false;
    model.holder = lease.fence;
    expect([lease.fence, lease.attempt]).toEqual([model.fence, model.attempts]);
    leases.set(by, lease);
    return;
  }
  const lease = leases.get(by);
  if (!lease) return;
  const acts: Record<string, () => Promise<void>> = {
    write: () => writeWithLease(db, lease, set(row, value)),
    renew: () => renewLease(db, lease),
    settle: () => settleLease(db, lease, set(row, value)),
    'give back': () => settleLease(db, lease, async () => {}, { isCounted: false }),
  };
  if (lease.fence !== model.holder) {
    await expect(acts[what]?.()).rejects.toThrow(LeaseLost);
    return;
  }
  await acts[what]?.();
  model.isLate = false;
  if (what === 'write' || what === 'settle') model.value = value;
  if (what === 'settle' || what === 'give back') model.holder = null;
  if (what === 'give back') model.attempts -= 1;
}
