import type { BulkOutcome, BulkRefusal, BulkResult } from '@prahari/contract';
import { presentSubject } from '../accounts/user.presenter.ts';
import { type Actor, isInScope, mayManage } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';

export interface RefusedUser {
  readonly id: string;
  /** Null for a user the actor may not see. */
  readonly row: UserRow | null;
  readonly reason: BulkRefusal;
}

/** Users by what an act does with them. */
export interface SortedUsers {
  readonly accepted: readonly UserRow[];
  readonly refused: readonly RefusedUser[];
}

/** Looks at one user; null where the act may go on. */
export type Refuse = (row: UserRow) => BulkRefusal | null;

/** Sorts out who may be changed at all: each user is judged as a call about that user alone would be. */
export function sortOutUsers(
  actor: Actor,
  ids: readonly string[],
  rows: readonly UserRow[],
  refuse: Refuse = () => null,
): SortedUsers {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const accepted: UserRow[] = [];
  const refused: RefusedUser[] = [];
  for (const id of new Set(ids)) {
    const row = byId.get(id);
    if (!row || !isInScope(actor, presentSubject(row))) {
      refused.push({ id, row: null, reason: 'not_found' });
      continue;
    }
    const reason = mayManage(actor, presentSubject(row)) ? refuse(row) : 'not_allowed';
    if (reason) refused.push({ id, row, reason });
    else accepted.push(row);
  }
  return { accepted, refused };
}

/**
 * Refuses acts on the caller and on super administrators, which are not done in bulk: the last
 * super administrator must stay.
 */
export function refuseSpecial(actor: Actor): Refuse {
  return ({ id, user_type: userType }) => {
    if (id === actor.userId) return 'not_yourself';
    return userType === 'SUPER_ADMIN' ? 'super_administrator' : null;
  };
}

/** Moves users without a change in the end from the accepted to the refused ones. */
export function keepChanged(
  { accepted, refused }: SortedUsers,
  changedIds: ReadonlySet<string>,
): SortedUsers {
  return {
    accepted: accepted.filter(({ id }) => changedIds.has(id)),
    refused: [
      ...refused,
      ...accepted
        .filter(({ id }) => !changedIds.has(id))
        .map((row) => ({ id: row.id, row, reason: 'already' as const })),
    ],
  };
}

export function presentBulkResult({ accepted, refused }: SortedUsers): BulkResult {
  return {
    done: accepted.map(({ id }) => id),
    refused: refused.map(({ id, row, reason }) => ({ id, name: row?.name ?? null, reason })),
  };
}

/** Lists the users that an entry of the audit log concerns: those that exist. */
export function listOutcomes({ accepted, refused }: SortedUsers) {
  const done: BulkOutcome = 'done';
  return [
    ...accepted.map(({ id }) => ({ id, outcome: done })),
    ...refused.flatMap(({ id, row, reason }) => (row ? [{ id, outcome: reason }] : [])),
  ];
}
