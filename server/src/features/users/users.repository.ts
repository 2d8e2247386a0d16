import type { UserType } from '@prahari/contract';
import type { Selectable } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type UserRow = Selectable<Tables['users']>;

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly contactNumber: string;
  readonly countryCode: string;
  readonly userType: UserType;
  readonly kendraType: string | null;
  readonly country: string | null;
  readonly district: string | null;
  readonly createdBy: string | null;
  readonly now: Date;
}

export function createUsersRepository() {
  return {
    /** False when the number is taken. */
    async insert(db: DbOrTrx, user: NewUser): Promise<boolean> {
      const result = await db
        .insertInto('users')
        .values({
          id: user.id,
          name: user.name,
          contact_number: user.contactNumber,
          country_code: user.countryCode,
          user_type: user.userType,
          status: 'invited',
          kendra_type: user.kendraType,
          country: user.country,
          district: user.district,
          created_by: user.createdBy,
          created_at: user.now,
          updated_at: user.now,
        })
        .onConflict((conflict) => conflict.column('contact_number').doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async findById(db: DbOrTrx, id: string): Promise<UserRow | undefined> {
      return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    },

    async findByContact(db: DbOrTrx, contactNumber: string): Promise<UserRow | undefined> {
      return db
        .selectFrom('users')
        .selectAll()
        .where('contact_number', '=', contactNumber)
        .executeTakeFirst();
    },

    /** Holds the row until the transaction ends: no reset or block can slip in between. */
    async lock(trx: Trx, id: string): Promise<UserRow | undefined> {
      return trx
        .selectFrom('users')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
    },

    async hasSuperAdmin(db: DbOrTrx): Promise<boolean> {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('user_type', '=', 'SUPER_ADMIN')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Newest first, with the count of all that match. */
    async page(
      db: DbOrTrx,
      filter: { search: string | undefined; limit: number; offset: number },
    ): Promise<{ rows: UserRow[]; total: number }> {
      let matching = db.selectFrom('users');
      if (filter.search) {
        const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
        matching = matching.where((where) =>
          where.or([where('name', 'ilike', pattern), where('contact_number', 'like', pattern)]),
        );
      }
      const rows = await matching
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(filter.limit)
        .offset(filter.offset)
        .execute();
      const counted = await matching
        .select((select) => select.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total: Number(counted.total) };
    },

    async setPassword(db: DbOrTrx, id: string, passwordHash: string, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_hash: passwordHash, status: 'active', updated_at: now })
        .where('id', '=', id)
        .where('status', '!=', 'blocked')
        .execute();
    },

    async dropPassword(db: DbOrTrx, id: string, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_hash: null, updated_at: now })
        .where('id', '=', id)
        .execute();
    },

    async countLogin(db: DbOrTrx, id: string, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set((update) => ({ login_count: update('login_count', '+', 1), last_login_at: now }))
        .where('id', '=', id)
        .execute();
    },
  };
}

export type UsersRepository = ReturnType<typeof createUsersRepository>;
