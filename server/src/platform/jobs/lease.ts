import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../db/database.ts';
import { type DiskWaitValues, noDiskWait } from '../disk/disk-wait.ts';
import type { Log } from '../log/log.ts';

/** How many tries in a row may end without progress. */
export const triesWithoutProgress = 4;

/**
 * How long a lease holds without a sign of life. The queue takes longer to bring the job of a dead
 * worker again, so no worker ever waits for this.
 */
const usualLeaseSeconds = 5;
const renewEveryMs = 1000;

/** A row that one worker at a time works on, of a table with the columns of a lease. */
export interface LeasedRow {
  readonly table: string;
  /**
   * The columns and values that name the work. Work that starts again after its row was removed
   * needs another name, since the fence counts within the row.
   */
  readonly key: Readonly<Record<string, string | number>>;
  /** The states in which there is work left. */
  readonly states: readonly string[];
  /** How long it holds without a sign of life, where that is not the usual time. */
  readonly leaseSeconds?: number;
  /** What it refers to and goes with, by the column that names it. */
  readonly parent?: { readonly table: string; readonly column: string };
}

/** The claim of a worker to a row. */
export interface Lease {
  readonly row: LeasedRow;
  /** Grows with each claim: what an earlier holder writes is refused by it. */
  readonly fence: number;
  /** The number of this try; tries that were given back uncounted are left out. */
  readonly attempt: number;
  /** Whether too many tries before it ended without progress. */
  readonly isTooMany: boolean;
}

declare const fenced: unique symbol;

/**
 * A transaction that began with the claim, a renewal or the release of a lease. Functions that only
 * the holder may call take no other transaction.
 */
export type HeldTrx = Trx & { readonly [fenced]: true };

/** Another worker took over, or the work was cancelled: nothing more may be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Another worker holds the row, and its lease has not expired. */
export class LeaseTaken extends Error {
  override readonly name = 'LeaseTaken';
}

/** Ends any worker's lease, in the same update that cancels the work or starts it again. */
export const unleased = { leased_until: null } as const;

const untilFromNow = ({ leaseSeconds = usualLeaseSeconds }: LeasedRow) =>
  sql`clock_timestamp() + ${sql.lit(leaseSeconds)} * interval '1 second'`;

const isRow = ({ key }: LeasedRow) =>
  sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` AND `,
  );
/**
 * Locks what the row goes with, before the row: so does a removal of the two. A second update of a row
 * in one transaction checks its reference again, and would wait for that with the row locked.
 */
async function lockParent(trx: Trx, row: LeasedRow): Promise<void> {
  if (!row.parent) return;
  const { table, column } = row.parent;
  await sql`SELECT FROM ${sql.table(table)}
    WHERE id = (SELECT ${sql.ref(column)} FROM ${sql.table(row.table)} WHERE ${isRow(row)})
    FOR KEY SHARE`.execute(trx);
}

const isOpen = (row: LeasedRow) => sql`${isRow(row)} AND state = ANY(${[...row.states]}::text[])`;
/**
 * Late is not lost: a holder that did not renew in time continues unless another worker took over.
 */
const isHeld = ({ row, fence }: Lease) =>
  sql`${isRow(row)} AND fence = ${fence} AND leased_until IS NOT NULL`;

/**
 * Claims a row and begins its next try, in one statement that waits for no lock. Uses the clock of
 * the database: clocks of workers may differ.
 * @returns undefined when there is no work left
 * @throws LeaseTaken
 */
export async function claimLease(db: DbOrTrx, row: LeasedRow): Promise<Lease | undefined> {
  const table = sql.table(row.table);
  // Rows that refer to this one lock its key: that does not prevent a claim.
  const { rows } = await sql<{ fence: number; attempt: number; isTooMany: boolean }>`
    WITH free AS MATERIALIZED (
      SELECT FROM ${table}
      WHERE ${isOpen(row)} AND (leased_until IS NULL OR leased_until <= clock_timestamp())
      FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE ${table} SET fence = fence + 1, leased_until = ${untilFromNow(row)}, attempts = attempts + 1,
      disk_wait = NULL, disk_wanted_bytes = NULL, disk_free_bytes = NULL
    WHERE ${isRow(row)} AND EXISTS (SELECT FROM free)
    RETURNING fence, attempts AS attempt, attempts > attempt_limit AS "isTooMany"`.execute(db);
  const [claimed] = rows;
  if (claimed) return { row, ...claimed };
  const open = await sql`SELECT FROM ${table} WHERE ${isOpen(row)}`.execute(db);
  if (open.rows.length === 0) return undefined;
  throw new LeaseTaken(`another worker holds ${describe(row)}`);
}

/** Claims a row together with what is written as its next try begins. As `claimLease`. */
export async function beginWithLease<Result>(
  db: Db,
  row: LeasedRow,
  write: (trx: HeldTrx, lease: Lease) => Promise<Result>,
): Promise<{ readonly lease: Lease; readonly begun: Result } | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockParent(trx, row);
    const lease = await claimLease(trx, row);
    if (!lease) return undefined;
    beginHeld(trx);
    return { lease, begun: await write(trx, lease) };
  });
}

/**
 * Renews a lease. In a transaction it also keeps others from taking over until that has ended.
 * @throws LeaseLost
 */
export async function renewLease(db: DbOrTrx, lease: Lease): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(lease.row.table)} SET leased_until = ${untilFromNow(lease.row)}
    WHERE ${isHeld(lease)}`.execute(db);
  requireHeld(lease, numAffectedRows);
}

export interface LeaseEnd {
  /** A try that was not used up, by a planned stop or a full disk, does not count. */
  readonly isCounted: boolean;
  readonly wait?: DiskWaitValues;
}

/** Gives a lease back. @throws LeaseLost */
async function releaseLease(
  db: DbOrTrx,
  lease: Lease,
  { isCounted, wait = noDiskWait }: LeaseEnd,
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(lease.row.table)} SET leased_until = NULL,
      attempts = attempts - ${isCounted ? 0 : 1}::integer, disk_wait = ${wait.disk_wait}::text,
      disk_wanted_bytes = ${wait.disk_wanted_bytes}::double precision,
      disk_free_bytes = ${wait.disk_free_bytes}::double precision
    WHERE ${isHeld(lease)}`.execute(db);
  requireHeld(lease, numAffectedRows);
}

/** Writes under a lease, for code that need not know which one. */
export type FencedWrite = <Result>(write: (trx: Trx) => Promise<Result>) => Promise<Result>;

/**
 * Writes as the holder of the lease.
 * @param lockFirst locks what others lock before the row
 * @throws LeaseLost, with nothing written
 */
export async function writeWithLease<Result>(
  db: Db,
  lease: Lease,
  write: (trx: HeldTrx) => Promise<Result>,
  lockFirst?: (trx: Trx) => Promise<unknown>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockFirst?.(trx);
    await lockParent(trx, lease.row);
    await renewLease(trx, lease);
    beginHeld(trx);
    return write(trx);
  });
}

/** Writes like `writeWithLease`, and gives the lease back in the same transaction. */
export async function settleLease<Result>(
  db: Db,
  lease: Lease,
  write: (trx: HeldTrx) => Promise<Result>,
  { lockFirst, ...end }: Partial<LeaseEnd> & { lockFirst?: (trx: Trx) => Promise<unknown> } = {},
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockFirst?.(trx);
    await lockParent(trx, lease.row);
    await releaseLease(trx, lease, { isCounted: true, ...end });
    beginHeld(trx);
    return write(trx);
  });
}

/** Restarts the count of tries with this one, which finished something that is kept. */
export async function restartTryCount(trx: HeldTrx, { row }: Lease): Promise<void> {
  await sql`UPDATE ${sql.table(row.table)}
    SET attempt_limit = greatest(attempt_limit, attempts - 1 + ${triesWithoutProgress}::integer)
    WHERE ${isRow(row)}`.execute(trx);
}

/** Tells whether this is the last try allowed. */
export async function isLastTry(db: DbOrTrx, { row, attempt }: Lease): Promise<boolean> {
  const { rows } = await sql<{ limit: number }>`
    SELECT attempt_limit AS limit FROM ${sql.table(row.table)} WHERE ${isRow(row)}`.execute(db);
  return attempt >= (rows[0]?.limit ?? 0);
}

/** Reads what the work on a row waits for; undefined when no work is left. */
export async function findDiskWait(
  db: DbOrTrx,
  row: LeasedRow,
): Promise<DiskWaitValues | undefined> {
  const { rows } = await sql<DiskWaitValues>`
    SELECT disk_wait, disk_wanted_bytes, disk_free_bytes
    FROM ${sql.table(row.table)} WHERE ${isOpen(row)}`.execute(db);
  return rows[0];
}

/** Records how much room there is while a row waits for more. */
export async function recordFreeBytes(
  db: DbOrTrx,
  row: LeasedRow,
  freeBytes: number,
): Promise<void> {
  await sql`UPDATE ${sql.table(row.table)} SET disk_free_bytes = ${freeBytes}
    WHERE ${isOpen(row)} AND disk_wait IS NOT NULL`.execute(db);
}

export interface Hold extends Disposable {
  /** Aborts when the lease is lost. */
  readonly signal: AbortSignal;
}

/**
 * Renews a lease every second until it is disposed of.
 * @param beat writes in the transaction of each renewal
 */
export function holdLease(
  { db, log }: { readonly db: Db; readonly log: Log },
  lease: Lease,
  beat?: (trx: HeldTrx) => Promise<void>,
): Hold {
  const lost = new AbortController();
  let isRenewing = false;

  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    (beat ? writeWithLease(db, lease, beat) : renewLease(db, lease))
      .catch((error: unknown) => {
        if (error instanceof LeaseLost) lost.abort(error);
        else log.warn({ err: error }, 'a lease could not be renewed');
      })
      .finally(() => {
        isRenewing = false;
      });
  }, renewEveryMs);
  return {
    signal: lost.signal,
    [Symbol.dispose](): void {
      clearInterval(timer);
    },
  };
}

function requireHeld({ row }: Lease, numAffectedRows: bigint | undefined): void {
  if (!numAffectedRows) throw new LeaseLost(`${describe(row)} was cancelled or taken over`);
}

function describe({ table, key }: LeasedRow): string {
  return `${table} ${Object.values(key).join(' ')}`;
}

/** Marks a transaction as the holder's from here on. */
function beginHeld(_trx: Trx): asserts _trx is HeldTrx {
  // The claim, renewal or release before it has made it so.
}
