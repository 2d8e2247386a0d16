import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../db/database.ts';
import { isNotOwnCall } from '../network/own-calls.ts';
import { isNotAboutThrowaway } from '../throwaway/throwaway-id.ts';

const pack = promisify(deflate);
const unpack = promisify(inflate);

/** Another process reads in this one's place: it writes nothing more. */
export class ReaderLost extends Error {
  override readonly name = 'ReaderLost';
}

/** A place in the order of events: by transaction, then by id. */
export interface EventPosition {
  readonly transactionId: number;
  readonly id: string;
}

export interface StoredEvent extends EventPosition {
  readonly name: string;
  readonly atMs: number;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly address: string | null;
  readonly country: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Part of what a consumer keeps in memory. */
export interface SavedPiece {
  readonly part: string;
  readonly text: string;
}

/** A process's turn to read. */
export interface ReaderLease {
  readonly reader: string;
  readonly fence: number;
  /** Of the saved state. */
  readonly position: EventPosition;
  /** Up to here, what follows from events has been written. */
  readonly written: EventPosition;
  readonly floorId: string;
}

const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Others take over this long after the last sign of life. */
const untilFromNow = sql`clock_timestamp() + interval '2 seconds'`;
/** Older events are not looked for: they would make each query look into every day. */
const reachMs = 8 * 86_400_000;
/** Transactions below it have ended, and so none of them adds an event any more. */
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

export function isBehind(one: EventPosition, other: EventPosition): boolean {
  if (one.transactionId !== other.transactionId) return one.transactionId < other.transactionId;
  return one.id <= other.id;
}

/** Makes the position of a new reader, at the present. */
export async function openPosition(db: DbOrTrx, reader: string, now: Date): Promise<void> {
  await sql`INSERT INTO event_readers (name, transaction_id, event_id, written_transaction_id,
      written_event_id, floor_id, saved_at)
    SELECT ${reader}, ${settled} - 1, ${lastId}::uuid, ${settled} - 1, ${lastId}::uuid,
      ${firstId}::uuid, ${now}
    WHERE NOT EXISTS (SELECT FROM event_readers WHERE name = ${reader})
    ON CONFLICT DO NOTHING`.execute(db);
}

interface ClaimedRow {
  readonly fence: number;
  readonly transactionId: string;
  readonly id: string;
  readonly writtenTransactionId: string;
  readonly writtenId: string;
  readonly floorId: string;
}

/**
 * Claims the turn to read; undefined while another process has it. A position that lies ahead of
 * all transactions was counted by another database cluster, from which this one was restored: then
 * reading starts again, behind the last event that was read there.
 */
export async function claimReader(db: Db, reader: string): Promise<ReaderLease | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<ClaimedRow>`
      UPDATE event_readers SET fence = fence + 1, leased_until = ${untilFromNow}
      WHERE name = ${reader} AND (leased_until IS NULL OR leased_until <= clock_timestamp())
      RETURNING fence, transaction_id AS "transactionId", event_id AS id,
        written_transaction_id AS "writtenTransactionId", written_event_id AS "writtenId",
        floor_id AS "floorId"`.execute(trx);
    const [row] = rows;
    if (!row) return undefined;
    const lease: ReaderLease = {
      reader,
      fence: row.fence,
      position: { transactionId: Number(row.transactionId), id: row.id },
      written: { transactionId: Number(row.writtenTransactionId), id: row.writtenId },
      floorId: row.floorId,
    };
    const next = await sql<{ next: string }>`
      SELECT pg_current_xact_id()::text AS next`.execute(trx);
    const isForeign = lease.position.transactionId > Number(next.rows[0]?.next);
    return isForeign ? beginAnew(trx, lease) : lease;
  });
}

async function beginAnew(trx: Trx, lease: ReaderLease): Promise<ReaderLease> {
  const position = { transactionId: 0, id: firstId };
  const floorId = lease.position.id === lastId ? lease.floorId : lease.position.id;
  await sql`UPDATE event_readers SET transaction_id = 0, event_id = ${firstId}::uuid,
      written_transaction_id = 0, written_event_id = ${firstId}::uuid, floor_id = ${floorId}::uuid
    WHERE name = ${lease.reader}`.execute(trx);
  return { ...lease, position, written: position, floorId };
}

/** @throws ReaderLost */
export async function renewReader(db: DbOrTrx, { reader, fence }: ReaderLease): Promise<void> {
  const { numAffectedRows } = await sql`UPDATE event_readers SET leased_until = ${untilFromNow}
    WHERE name = ${reader} AND fence = ${fence}`.execute(db);
  if (!numAffectedRows) throw new ReaderLost(reader);
}

export async function releaseReader(db: DbOrTrx, { reader, fence }: ReaderLease): Promise<void> {
  await sql`UPDATE event_readers SET leased_until = NULL
    WHERE name = ${reader} AND fence = ${fence}`.execute(db);
}

/** Records, with what follows from events, up to where they were taken. @throws ReaderLost */
export async function markWritten(
  trx: Trx,
  { reader, fence }: ReaderLease,
  { transactionId, id }: EventPosition,
): Promise<void> {
  const { numAffectedRows } = await sql`UPDATE event_readers
    SET written_transaction_id = ${transactionId}, written_event_id = ${id}::uuid,
      leased_until = ${untilFromNow}
    WHERE name = ${reader} AND fence = ${fence}`.execute(trx);
  if (!numAffectedRows) throw new ReaderLost(reader);
}

type EventRow = Omit<StoredEvent, 'transactionId'> & { readonly transactionId: string };

/** Reads the next events of transactions that have ended. */
export async function readEvents(
  db: DbOrTrx,
  { floorId }: Pick<ReaderLease, 'floorId'>,
  position: EventPosition,
  { nowMs, atMost }: { readonly nowMs: number; readonly atMost: number },
): Promise<StoredEvent[]> {
  const { rows } = await sql<EventRow>`
    SELECT transaction_id AS "transactionId", id, name,
      (extract(epoch FROM happened_at) * 1000)::float8 AS "atMs", user_id AS "userId",
      session_id AS "sessionId", device_id AS "deviceId", address, country, data
    FROM events
    WHERE (transaction_id, id) > (${position.transactionId}::bigint, ${position.id}::uuid)
      AND transaction_id < ${settled} AND id > ${floorId}::uuid
      AND happened_at >= ${new Date(nowMs - reachMs)}::timestamptz
      AND ${isNotAboutThrowaway(sql`user_id`)} AND ${isNotOwnCall(sql`address`)}
    ORDER BY transaction_id, id LIMIT ${atMost}`.execute(db);
  return rows.map((row) => ({ ...row, transactionId: Number(row.transactionId) }));
}

/** Reads what a reader saved. */
export async function findPieces(db: DbOrTrx, reader: string): Promise<SavedPiece[]> {
  const { rows } = await sql<{ part: string; state: Buffer }>`
    SELECT part, state FROM event_reader_parts WHERE reader = ${reader} ORDER BY part`.execute(db);
  return Promise.all(
    rows.map(async ({ part, state }) => ({ part, text: (await unpack(state)).toString() })),
  );
}

/**
 * Saves what a reader keeps in memory with its position; pieces that did not change stay.
 * @returns the digests of all pieces, for the next time
 * @throws ReaderLost
 */
export async function savePieces(
  db: Db,
  lease: ReaderLease,
  save: {
    readonly position: EventPosition;
    readonly pieces: Iterable<SavedPiece>;
    /** The digests of the last time. */
    readonly before: ReadonlyMap<string, string>;
    readonly now: Date;
  },
): Promise<Map<string, string>> {
  const { position, pieces, before, now } = save;
  const digests = new Map<string, string>();
  const changed: { part: string; state: Buffer }[] = [];
  for (const { part, text } of pieces) {
    const digest = hash('sha256', text);
    digests.set(part, digest);
    // Packed in another thread; the process does other work meanwhile.
    if (before.get(part) !== digest) changed.push({ part, state: await pack(text, { level: 1 }) });
  }
  await db.transaction().execute(async (trx) => {
    await renewReader(trx, lease);
    for (const { part, state } of changed) {
      await sql`INSERT INTO event_reader_parts (reader, part, state)
        VALUES (${lease.reader}, ${part}, ${state})
        ON CONFLICT (reader, part) DO UPDATE SET state = EXCLUDED.state`.execute(trx);
    }
    await sql`DELETE FROM event_reader_parts
      WHERE reader = ${lease.reader} AND part <> ALL(${[...digests.keys()]}::text[])`.execute(trx);
    await sql`UPDATE event_readers SET transaction_id = ${position.transactionId},
        event_id = ${position.id}::uuid, saved_at = ${now}
      WHERE name = ${lease.reader} AND fence = ${lease.fence}`.execute(trx);
  });
  return digests;
}
