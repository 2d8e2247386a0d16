import { type Insertable, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import { countRows, countRowsUpTo } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import {
  type ListOrder,
  type ListPart,
  selectPage,
  selectRowsAfter,
} from '../../../platform/db/list-order.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { UserIds } from '../../users/index.ts';

export interface TerminationFilter {
  /** Of these users only. */
  readonly visible: UserIds;
  readonly id?: string | undefined;
  readonly user?: string | undefined;
  readonly state?: 'active' | 'review' | 'lifted' | undefined;
  /** A part of the learner's name or the video's title. */
  readonly search?: string | undefined;
}

const newestFirst: ListOrder = {
  key: sql`terminated_at`,
  type: sql`timestamptz`,
  id: 'termination.id',
  isAscending: false,
};

export async function insertTerminations(
  trx: Trx,
  rows: readonly Insertable<Tables['video_terminations']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('video_terminations')
    .values([...rows])
    .execute();
}

/** Counts the violations that ended access, by video; videos that may be played are missing. */
export async function findActiveTerminations(
  db: DbOrTrx,
  userId: string,
  videoIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('video_terminations')
    .select(['video_id', 'violations'])
    .where('user_id', '=', userId)
    .where('video_id', 'in', videoIds)
    .where('lifted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.video_id, row.violations]));
}

/**
 * Counts, up to `most`, terminations of these users that have not been lifted, all or those with a
 * request for review.
 */
export async function countOpenTerminations(
  db: Db,
  { visible, isAsked }: { readonly visible: UserIds; readonly isAsked: boolean },
  most: number,
): Promise<number> {
  const open = db
    .selectFrom('video_terminations')
    .where('lifted_at', 'is', null)
    .where('user_id', 'in', visible);
  return countRowsUpTo(
    db,
    isAsked ? open.where('review_requested_at', 'is not', null) : open,
    most,
  );
}

/** Locks a termination; undefined when none of these users has it. */
export async function lockTermination(trx: Trx, id: string, visible: UserIds) {
  return trx
    .selectFrom('video_terminations')
    .select(['id', 'user_id', 'video_id', 'lifted_at'])
    .where('id', '=', id)
    .where('user_id', 'in', visible)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Stores that a learner asks for a review of the end of access to a video; the first request stays.
 * @returns when it was asked for, and whether now; undefined where access has not ended
 */
export async function updateReviewRequested(
  trx: Trx,
  { userId, videoId }: { readonly userId: string; readonly videoId: string },
  { at, note }: { readonly at: Date; readonly note: string },
): Promise<{ requestedAt: Date; isFirst: boolean } | undefined> {
  const open = await trx
    .selectFrom('video_terminations')
    .select(['id', 'review_requested_at'])
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .where('lifted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) return undefined;
  const { id, review_requested_at: earlier } = open;
  if (earlier) return { requestedAt: earlier, isFirst: false };
  const change = { review_requested_at: at, review_note: note === '' ? null : note };
  await trx.updateTable('video_terminations').set(change).where('id', '=', id).execute();
  return { requestedAt: at, isFirst: true };
}

export async function updateLifted(
  trx: Trx,
  id: string,
  lift: { at: Date; byUserId: string; reason: string },
): Promise<void> {
  await trx
    .updateTable('video_terminations')
    .set({ lifted_at: lift.at, lifted_by: lift.byUserId, lift_reason: lift.reason })
    .where('id', '=', id)
    .execute();
}

/** Deletes what a user wrote when asking for reviews. */
export async function deleteReviewNotes(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('video_terminations')
    .set({ review_note: null })
    .where('user_id', '=', userId)
    .where('review_note', 'is not', null)
    .execute();
}

/** Lists one page, newest first, with the count of all that match. */
export async function listTerminationPage(
  db: DbOrTrx,
  filter: TerminationFilter,
  window: { limit: number; offset: number },
) {
  const found = selectMatchingTerminations(db, filter);
  const items = await selectPage(selectRows(found), newestFirst, window).execute();
  return { items, total: await countRows(db, found) };
}

/** Lists the rows after a position, newest first. */
export async function listTerminationsAfter(db: Db, filter: TerminationFilter, part: ListPart) {
  return selectRowsAfter(
    selectRows(selectMatchingTerminations(db, filter)),
    newestFirst,
    part,
  ).execute();
}
export type TerminationRow = Awaited<ReturnType<typeof listTerminationPage>>['items'][number];

function selectRows(found: ReturnType<typeof selectMatchingTerminations>) {
  return found
    .leftJoin('users as lifter', 'lifter.id', 'termination.lifted_by')
    .selectAll('termination')
    .select(['learner.name as user_name', 'video.title as video_title'])
    .select('lifter.name as lifter_name');
}

function selectMatchingTerminations(
  db: DbOrTrx | Db,
  { visible, id, user, state, search }: TerminationFilter,
) {
  let query = db
    .selectFrom('video_terminations as termination')
    .innerJoin('users as learner', 'learner.id', 'termination.user_id')
    .innerJoin('videos as video', 'video.id', 'termination.video_id')
    .where('termination.user_id', 'in', visible);
  if (id) query = query.where('termination.id', '=', id);
  if (user) query = query.where('termination.user_id', '=', user);
  if (state) query = query.where('lifted_at', state === 'lifted' ? 'is not' : 'is', null);
  if (state === 'review') query = query.where('review_requested_at', 'is not', null);
  if (search) {
    const pattern = containing(search);
    query = query.where((where) =>
      where.or([where('learner.name', 'ilike', pattern), where('video.title', 'ilike', pattern)]),
    );
  }
  return query;
}
