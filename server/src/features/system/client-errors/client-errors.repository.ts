import type { ErrorCategory, LogLevel } from '@prahari/contract';
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
import type { StoredClientError } from '../system.tables.ts';

export type NewClientError = Insertable<Tables['client_errors']>;
export type ClientErrorRow = StoredClientError & { readonly user_name: string };

export interface ClientErrorFilter {
  /** Of these users only. */
  readonly visible: UserIds;
  readonly since: Date;
  readonly id?: string | undefined;
  /** With the category, operation and message of this one. */
  readonly sameAs?: string | undefined;
  readonly level?: LogLevel | undefined;
  readonly category?: ErrorCategory | undefined;
  readonly userId?: string | undefined;
  readonly reported?: boolean | undefined;
  readonly resolved?: boolean | undefined;
  /** Instants, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** An id, a reference, or a part of operation or message. */
  readonly search?: string | undefined;
}

/** Errors that match in these count as one for administrators, however often they happened. */
type Kind = Pick<ClientErrorRow, 'category' | 'operation' | 'message'>;

const newestFirst: ListOrder = {
  key: sql`client_errors.received_at`,
  type: sql`timestamptz`,
  id: 'client_errors.id',
  isAscending: false,
};

/** Reopens resolved errors of a user that match these new ones of the same user. */
export async function reopenClientErrors(
  trx: Trx,
  userId: string,
  rows: readonly NewClientError[],
): Promise<void> {
  const texts = (of: (row: NewClientError) => string) => sql`${rows.map(of)}::text[]`;
  await sql`
    UPDATE client_errors SET resolved = false
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${texts((row) => row.category)},
      ${texts((row) => row.operation)}, ${texts((row) => row.message)})
      AS again (id, category, operation, message)
    WHERE user_id = ${userId} AND resolved
      AND client_errors.category = again.category
      AND client_errors.operation = again.operation
      AND client_errors.message = again.message
      -- What comes again under its own id was not heard of the first time: that is no news.
      AND NOT EXISTS (SELECT FROM client_errors AS known WHERE known.id = again.id)`.execute(trx);
}

/** Locks an entry of these users until the transaction ends. */
export async function lockClientError(
  trx: Trx,
  id: string,
  { visible, since }: Pick<ClientErrorFilter, 'visible' | 'since'>,
): Promise<ClientErrorRow | undefined> {
  return trx
    .selectFrom('client_errors')
    .innerJoin('users', 'users.id', 'client_errors.user_id')
    .selectAll('client_errors')
    .select('users.name as user_name')
    .where('client_errors.id', '=', id)
    .where('client_errors.user_id', 'in', visible)
    .where('received_at', '>=', since)
    .forUpdate('client_errors')
    .executeTakeFirst();
}

/** Marks all matching entries of these users. */
export async function markClientErrorsResolved(
  trx: Trx,
  { category, operation, message }: Kind,
  visible: UserIds,
  resolved: boolean,
): Promise<void> {
  await trx
    .updateTable('client_errors')
    .set({ resolved })
    .where('category', '=', category)
    .where('operation', '=', operation)
    .where('message', '=', message)
    .where('user_id', 'in', visible)
    .execute();
}

/** Inserts entries. Of known ones only that their own user reported them is kept. */
export async function insertClientErrors(trx: Trx, rows: readonly NewClientError[]): Promise<void> {
  await trx
    .insertInto('client_errors')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ acknowledged_by_user: true })
        .whereRef('client_errors.user_id', '=', 'excluded.user_id')
        .where('excluded.acknowledged_by_user', '=', true),
    )
    .execute();
}

/** Deletes all but the newest `most` of one user. */
export async function trimClientErrors(trx: Trx, userId: string, most: number): Promise<void> {
  await sql`
    DELETE FROM client_errors WHERE id IN (
      SELECT id FROM client_errors WHERE user_id = ${userId}
      ORDER BY received_at DESC, id DESC OFFSET ${most})`.execute(trx);
}

export async function deleteClientErrorsBefore(db: DbOrTrx, moment: Date): Promise<void> {
  await db.deleteFrom('client_errors').where('received_at', '<', moment).execute();
}

/** Lists one page, newest first, with the count of all that match. */
export async function listClientErrorPage(
  db: Db,
  filter: ClientErrorFilter,
  window: { limit: number; offset: number },
) {
  const found = selectMatchingErrors(db, filter);
  const items: ClientErrorRow[] = await selectPage(
    selectErrorRows(found),
    newestFirst,
    window,
  ).execute();
  return { items, total: await countRows(db, found) };
}

/** Errors that count as one. */
export interface ClientErrorGroupRow extends Kind {
  readonly id: string;
  readonly level: LogLevel;
  readonly count: number;
  readonly users: number;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly reported: boolean;
  readonly resolved: boolean;
}

const levels = sql`ARRAY['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL']`;

/** Lists one page of the kinds of errors, the one that was met last first, with the count of all. */
export async function listClientErrorGroupPage(
  db: Db,
  filter: ClientErrorFilter,
  window: { limit: number; offset: number },
) {
  const kinds = selectMatchingErrors(db, filter).groupBy(['category', 'operation', 'message']);
  const items: ClientErrorGroupRow[] = await kinds
    .select(['category', 'operation', 'message'])
    .select([
      // What is done about this one is done about all of them, so it is an open one if there is one.
      sql<string>`(array_agg(client_errors.id ORDER BY resolved, received_at DESC, client_errors.id DESC))[1]`.as(
        'id',
      ),
      sql<LogLevel>`(${levels})[max(array_position(${levels}, level))]`.as('level'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(DISTINCT client_errors.user_id)::int`.as('users'),
      sql<Date>`min(received_at)`.as('first_at'),
      sql<Date>`max(received_at)`.as('last_at'),
      sql<boolean>`bool_or(acknowledged_by_user)`.as('reported'),
      sql<boolean>`bool_and(resolved)`.as('resolved'),
    ])
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { items, total: await countRows(db, kinds) };
}

/** Lists the entries after a position, newest first. */
export async function listClientErrorsAfter(db: Db, filter: ClientErrorFilter, part: ListPart) {
  return selectRowsAfter(
    selectErrorRows(selectMatchingErrors(db, filter)),
    newestFirst,
    part,
  ).execute();
}

/** Counts errors of these users since a moment, up to `most`. */
export async function countClientErrorsSince(
  db: Db,
  { visible, since }: Pick<ClientErrorFilter, 'visible' | 'since'>,
  most: number,
): Promise<number> {
  const found = db
    .selectFrom('client_errors')
    .where('received_at', '>=', since)
    .where('user_id', 'in', visible);
  return countRowsUpTo(db, found, most);
}

/** Counts, up to `most`, unresolved kinds of errors among the `read` latest ones. */
export async function countUnresolvedKinds(
  db: Db,
  { visible, since }: Pick<ClientErrorFilter, 'visible' | 'since'>,
  { read, most }: { readonly read: number; readonly most: number },
): Promise<number> {
  const latest = db
    .selectFrom('client_errors')
    .select(['category', 'operation', 'message'])
    .where(sql<boolean>`NOT resolved`)
    .where('received_at', '>=', since)
    .where('user_id', 'in', visible)
    .orderBy('received_at', 'desc')
    .limit(read);
  const kinds = db
    .selectFrom(latest.as('latest'))
    .select(['category', 'operation', 'message'])
    .distinct();
  const { rows } = await sql<{ count: number }>`
    SELECT least(count(*), ${most})::int AS count FROM (${kinds}) AS kinds`.execute(db);
  return rows[0]?.count ?? 0;
}

function selectErrorRows(found: ReturnType<typeof selectMatchingErrors>) {
  return found
    .innerJoin('users', 'users.id', 'client_errors.user_id')
    .selectAll('client_errors')
    .select('users.name as user_name');
}

function selectMatchingErrors(db: Db, filter: ClientErrorFilter) {
  const { visible, since, id, sameAs, level, category, userId, reported, resolved } = filter;
  const { from, to, search } = filter;
  let query = db
    .selectFrom('client_errors')
    .where('client_errors.user_id', 'in', visible)
    .where('received_at', '>=', since);
  if (id) query = query.where('client_errors.id', '=', id);
  if (sameAs) {
    const kind = db
      .selectFrom('client_errors as like_it')
      .select(['like_it.category', 'like_it.operation', 'like_it.message'])
      .where('like_it.id', '=', sameAs)
      .where('like_it.user_id', 'in', visible);
    query = query.where(
      sql<boolean>`(client_errors.category, client_errors.operation, client_errors.message) IN (${kind})`,
    );
  }
  if (level) query = query.where('level', '=', level);
  if (category) query = query.where('category', '=', category);
  if (userId) query = query.where('client_errors.user_id', '=', userId);
  if (reported !== undefined) query = query.where('acknowledged_by_user', '=', reported);
  if (resolved !== undefined) query = query.where('resolved', '=', resolved);
  if (from) query = query.where('received_at', '>=', new Date(from));
  if (to) query = query.where('received_at', '<=', new Date(to));
  if (search) {
    const pattern = containing(search);
    query = query.where((where) =>
      where.or([
        where(sql<string>`client_errors.id::text`, '=', search.toLowerCase()),
        where('correlation_id', '=', search),
        where('operation', 'ilike', pattern),
        where('message', 'ilike', pattern),
      ]),
    );
  }
  return query;
}
