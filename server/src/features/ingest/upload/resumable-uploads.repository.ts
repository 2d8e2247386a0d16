import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { ObjectUpload, StoredPiece } from '../../../platform/uploads/upload-store.ts';

export type ResumableUpload = Selectable<Tables['resumable_uploads']>;

/** The right to move the offset of one upload; a later writer takes it away. */
export interface Hold {
  readonly id: string;
  readonly writer: string;
}

const held = (hold: Hold) => (db: DbOrTrx) =>
  db.updateTable('resumable_uploads').where('id', '=', hold.id).where('writer', '=', hold.writer);

export async function insertResumableUpload(
  trx: Trx,
  row: Insertable<Tables['resumable_uploads']>,
): Promise<void> {
  await trx.insertInto('resumable_uploads').values(row).execute();
}

/** Finds an upload, for its owner alone. */
export async function findResumableUpload(
  db: DbOrTrx,
  id: string,
  ownerId: string,
): Promise<ResumableUpload | undefined> {
  return db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}

/** Lists the uploads of a user, newest first. */
export async function listResumableUploads(
  db: Db,
  ownerId: string,
  now: Date,
  atMost: number,
): Promise<ResumableUpload[]> {
  return db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute();
}

export async function countUnfinishedUploads(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('resumable_uploads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Takes an upload over, for its owner alone. Undefined when the upload is gone, expired or at
 * another offset.
 */
export async function takeOverUpload(
  db: Db,
  { id, writer }: Hold,
  of: { readonly ownerId: string; readonly offsetBytes: number; readonly now: Date },
): Promise<ResumableUpload | undefined> {
  return db
    .updateTable('resumable_uploads')
    .set({ writer })
    .where('id', '=', id)
    .where('owner_id', '=', of.ownerId)
    .where('offset_bytes', '=', of.offsetBytes)
    .where('expires_at', '>', of.now)
    .returningAll()
    .executeTakeFirst();
}

/** Locks the upload and returns its offset; undefined when another request has taken over. */
export async function lockHeldUpload(
  trx: Trx,
  { id, writer }: Hold,
): Promise<{ offset_bytes: number } | undefined> {
  return trx
    .selectFrom('resumable_uploads')
    .select('offset_bytes')
    .where('id', '=', id)
    .where('writer', '=', writer)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Records the new offset, with what object storage has of the upload.
 * @returns the objects that whole parts replaced; undefined when another request has taken over
 */
export async function advanceUpload(
  db: Db,
  hold: Hold,
  to: { offsetBytes: number; now: Date; expiresAt: Date },
  pieces: readonly StoredPiece[] = [],
): Promise<string[] | undefined> {
  const { offsetBytes, now, expiresAt } = to;
  const advance = async (within: DbOrTrx) => {
    const { numUpdatedRows } = await held(hold)(within)
      .set({ offset_bytes: offsetBytes, updated_at: now, expires_at: expiresAt })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  // On a disk one statement is enough.
  if (pieces.length === 0) return (await advance(db)) ? [] : undefined;
  return db.transaction().execute(async (trx) => {
    if (!(await advance(trx))) return undefined;
    const replaced: string[] = [];
    for (const piece of pieces) replaced.push(...(await insertPiece(trx, hold.id, piece)));
    return replaced;
  });
}

/** @returns the objects of pieces that it replaced */
async function insertPiece(trx: Trx, id: string, piece: StoredPiece): Promise<string[]> {
  const { offsetBytes, sizeBytes, etag, objectKey } = piece;
  const replaced =
    objectKey === null
      ? await trx
          .deleteFrom('upload_pieces')
          .where('upload_id', '=', id)
          .where('offset_bytes', '>=', offsetBytes)
          .where('offset_bytes', '<', offsetBytes + sizeBytes)
          .returning('object_key')
          .execute()
      : [];
  const row = { upload_id: id, offset_bytes: offsetBytes, size_bytes: sizeBytes };
  await trx
    .insertInto('upload_pieces')
    .values({ ...row, etag, object_key: objectKey })
    .execute();
  return replaced.flatMap(({ object_key: key }) => key ?? []);
}

/** Lists what object storage has of an upload from an offset on, in order. */
export async function listPieces(
  db: DbOrTrx,
  id: string,
  fromBytes: number,
): Promise<StoredPiece[]> {
  const rows = await db
    .selectFrom('upload_pieces')
    .selectAll()
    .where('upload_id', '=', id)
    .where('offset_bytes', '>=', fromBytes)
    .orderBy('offset_bytes')
    .execute();
  return rows.map((row) => ({
    offsetBytes: row.offset_bytes,
    sizeBytes: row.size_bytes,
    etag: row.etag,
    objectKey: row.object_key,
  }));
}

/**
 * Puts an upload back to an offset, since what lies behind it was lost. Does nothing when another
 * request has taken over.
 * @param begun what it goes on as; undefined for the same
 */
export async function putUploadBack(
  db: Db,
  hold: Hold,
  offsetBytes: number,
  begun: ObjectUpload | null | undefined,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await held(hold)(trx)
      .set({ offset_bytes: offsetBytes, ...(begun && toUploadColumns(begun)) })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await trx
      .deleteFrom('upload_pieces')
      .where('upload_id', '=', hold.id)
      .where('offset_bytes', '>=', offsetBytes)
      .execute();
  });
}

/** Returns the columns for how an upload is kept. */
export function toUploadColumns(upload: ObjectUpload | null) {
  return { object_upload_id: upload?.id ?? null, part_bytes: upload?.partBytes ?? null };
}

/** Removes an upload; false when another request has taken over. */
export async function deleteHeldUpload(trx: Trx, { id, writer }: Hold): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('resumable_uploads')
    .where('id', '=', id)
    .where('writer', '=', writer)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('resumable_uploads').where('id', '=', id).execute();
}

/** Makes other requests that add uploads of this user wait until the transaction ends. */
export async function lockUploadsOfOwner(trx: Trx, ownerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads of ${ownerId}`}, 0))`.execute(
    trx,
  );
}

/** Tells whether a file for this video is being uploaded. */
export async function isFileAwaited(trx: Trx, videoId: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('resumable_uploads')
    .select('id')
    .where('video_id', '=', videoId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sums up the bytes of a user's uploads: announced, or arrived and not yet made into a video. */
export async function sumBytesOnTheWay(db: DbOrTrx, ownerId: string): Promise<number> {
  const announced = await db
    .selectFrom('resumable_uploads')
    .select((of) => of.fn.sum<number | null>('file_size_bytes').as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  const arrived = await db
    .selectFrom('upload_jobs')
    .select((of) => of.fn.sum<number | null>('file_size_bytes').as('bytes'))
    .where('created_by', '=', ownerId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return (announced?.bytes ?? 0) + (arrived?.bytes ?? 0);
}

/** Sums up the bytes that all users announced and that are still to come. */
export async function sumAwaitedBytes(db: DbOrTrx): Promise<number> {
  const row = await db
    .selectFrom('resumable_uploads')
    .select(sql<number | null>`sum(file_size_bytes - offset_bytes)`.as('bytes'))
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/**
 * Sums up the files in the upload folder: arriving, waiting for a worker, or kept to be resumed.
 */
export async function sumKeptFiles(db: Db, now: Date): Promise<{ bytes: number; count: number }> {
  const { rows } = await sql<{ bytes: number; count: string }>`
    SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS count FROM (
      SELECT offset_bytes AS bytes FROM resumable_uploads
      UNION ALL
      SELECT file_size_bytes FROM upload_jobs
      WHERE state IN ('queued', 'running') OR source_kept_until > ${now}
    ) AS kept`.execute(db);
  const [row] = rows;
  return { bytes: row?.bytes ?? 0, count: Number(row?.count ?? 0) };
}

/** Discards expired uploads, the longest expired first. @returns their ids */
export async function deleteExpiredUploads(db: Db, now: Date, atMost: number): Promise<string[]> {
  const expired = db
    .selectFrom('resumable_uploads')
    .select('id')
    .where('expires_at', '<', now)
    .orderBy('expires_at')
    .limit(atMost)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .deleteFrom('resumable_uploads')
    .where('id', 'in', expired)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds those of the ids that are active uploads, or jobs that are open or may be resumed. */
export async function findNeededUploadIds(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('resumable_uploads')
    .select('id')
    .where('id', 'in', ids)
    .unionAll((union) =>
      union
        .selectFrom('upload_jobs')
        .select('id')
        .where('id', 'in', ids)
        .where((where) =>
          where.or([
            where('state', 'in', ['queued', 'running']),
            where('source_kept_until', '>', now),
          ]),
        ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
