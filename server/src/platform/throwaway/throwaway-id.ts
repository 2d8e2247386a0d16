import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Ids of throwaway accounts, which the platform makes for a run of its own and removes after it, are
 * of version 8 (RFC 9562, section 5.8) and begin with zeros. Those of other users begin with a time
 * and sort behind them, so that the id alone says, in each row and for good, that a fact is about no
 * person.
 */
const mark = '00000000-0000-8';
const last = '00000000-0000-8fff-ffff-ffffffffffff';

/** Makes the id of a throwaway account. */
export function createThrowawayId(): string {
  return mark + randomUUID().slice(mark.length);
}

/** Tells whether an id is that of a throwaway account. */
export function isThrowawayId(id: string): boolean {
  return id.startsWith(mark);
}

/**
 * Makes the condition that a user's id is not of a throwaway account; of no user it says null. The
 * bound is no parameter, so that PostgreSQL knows at once that nearly all rows are behind it.
 */
export function isLastingUser(id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${id} > ${sql.lit(last)}::uuid`;
}

/** Makes the condition that a fact is not about a throwaway account: about another user, or none. */
export function isNotAboutThrowaway(userId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${userId} IS NULL OR ${isLastingUser(userId)})`;
}
