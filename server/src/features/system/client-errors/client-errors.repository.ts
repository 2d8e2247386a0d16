import type { ErrorCategory, LogLevel } from '@prahari/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { UserIds } from '../../users/index.ts';

export type NewClientError = Insertable<Tables['client_errors']>;
export type ClientErrorRow = Selectable<Tables['client_errors']> & { readonly user_name: string };

export interface ClientErrorFilter {
  /** Of these users only. */
  readonly visible: UserIds;
  readonly since: Date;
  readonly id?: string | undefined;
  readonly level?: LogLevel | undefined;
  readonly category?: ErrorCategory | undefined;
  readonly userId?: string | undefined;
  readonly reported?: boolean | undefined;
  /** Instants, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** An id, a reference, or a part of operation or message. */
  readonly search?: string | undefined;
}

export function createClientErrorsRepository() {
  return {
    /** What is known already stays as it is, but that its own user reported it counts. */
    async add(trx: Trx, rows: readonly NewClientError[]): Promise<void> {
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
    },

    /** Keeps the newest `most` of one user. */
    async trim(trx: Trx, userId: string, most: number): Promise<void> {
      await sql`
        DELETE FROM client_errors WHERE id IN (
          SELECT id FROM client_errors WHERE user_id = ${userId}
          ORDER BY received_at DESC, id DESC OFFSET ${most})`.execute(trx);
    },

    async removeBefore(db: DbOrTrx, moment: Date): Promise<void> {
      await db.deleteFrom('client_errors').where('received_at', '<', moment).execute();
    },

    /** One page, newest first, with the count of all that match. */
    async page(db: Db, filter: ClientErrorFilter, window: { limit: number; offset: number }) {
      const found = matching(db, filter);
      const items: ClientErrorRow[] = await found
        .innerJoin('users', 'users.id', 'client_errors.user_id')
        .selectAll('client_errors')
        .select('users.name as user_name')
        .orderBy('client_errors.received_at', 'desc')
        .orderBy('client_errors.id', 'desc')
        .limit(window.limit)
        .offset(window.offset)
        .execute();
      return { items, total: await countRows(db, found) };
    },
  };
}

export type ClientErrorsRepository = ReturnType<typeof createClientErrorsRepository>;

function matching(db: Db, filter: ClientErrorFilter) {
  const { visible, since, id, level, category, userId, reported, from, to, search } = filter;
  let query = db
    .selectFrom('client_errors')
    .where('client_errors.user_id', 'in', visible)
    .where('received_at', '>=', since);
  if (id) query = query.where('client_errors.id', '=', id);
  if (level) query = query.where('level', '=', level);
  if (category) query = query.where('category', '=', category);
  if (userId) query = query.where('client_errors.user_id', '=', userId);
  if (reported !== undefined) query = query.where('acknowledged_by_user', '=', reported);
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
