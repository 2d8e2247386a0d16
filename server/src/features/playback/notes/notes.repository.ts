import type { Note } from '@prahari/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

/** The notes of one user in one video: every query names both. */
export interface NotesOf {
  readonly userId: string;
  readonly videoId: string;
}

export async function listNotePage(db: Db, of: NotesOf, limit: number, offset: number) {
  const [rows, counted] = await Promise.all([
    selectOwn(db, of)
      .selectAll()
      .orderBy('position_seconds')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),
    selectOwn(db, of)
      .select((select) => select.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(presentNote), total: Number(counted.total) };
}

/** Inserts a note; undefined when there are `atMost` already. */
export async function insertNote(
  db: Db,
  { userId, videoId }: NotesOf,
  note: { id: string; positionSeconds: number; text: string; now: Date },
  atMost: number,
): Promise<Note | undefined> {
  const { id, positionSeconds, text, now } = note;
  const { rows } = await sql<Selectable<Tables['lesson_notes']>>`
    INSERT INTO lesson_notes
      (id, user_id, video_id, position_seconds, text, created_at, updated_at)
    SELECT ${id}, ${userId}, ${videoId}, ${positionSeconds}, ${text}, ${now}, ${now}
    WHERE (SELECT count(*) FROM lesson_notes
      WHERE user_id = ${userId} AND video_id = ${videoId}) < ${atMost}
    RETURNING *`.execute(db);
  return rows[0] && presentNote(rows[0]);
}

export async function updateNote(
  db: Db,
  of: NotesOf,
  { id, text, now }: { readonly id: string; readonly text: string; readonly now: Date },
): Promise<Note | undefined> {
  const row = await db
    .updateTable('lesson_notes')
    .set({ text, updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', of.userId)
    .where('video_id', '=', of.videoId)
    .returningAll()
    .executeTakeFirst();
  return row && presentNote(row);
}

/** Deletes a note; false when there was none. */
export async function deleteNote(db: Db, of: NotesOf, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('lesson_notes')
    .where('id', '=', id)
    .where('user_id', '=', of.userId)
    .where('video_id', '=', of.videoId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteAllNotes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('lesson_notes').where('user_id', '=', userId).execute();
}

function presentNote(row: Selectable<Tables['lesson_notes']>): Note {
  return {
    id: row.id,
    positionSeconds: row.position_seconds,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function selectOwn(db: Db, { userId, videoId }: NotesOf) {
  return db
    .selectFrom('lesson_notes')
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId);
}
