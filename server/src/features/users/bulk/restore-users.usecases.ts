import { type BulkResult, bulkLimits, type DeletedUser } from '@prahari/contract';
import { writeAuditEntryAbout } from '../../../platform/audit-log/audit-subjects.ts';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { subtractDays } from '../../../platform/retention/retention-job.ts';
import { readAuditActor } from '../accounts/administer.usecases.ts';
import { findTakenNumbers } from '../import/learners.repository.ts';
import { readSearchTerm } from '../list/user-list.rules.ts';
import type { UsersDeps } from '../users.deps.ts';
import { type Actor, buildScopeCondition } from '../users.policy.ts';
import { listRestorableUsers, lockRestorableUsers, unhideUsers } from './bulk.repository.ts';
import { listOutcomes, presentBulkResult, sortOutUsers } from './bulk.rules.ts';

const daySeconds = 86_400;

/** Lists one page of the deleted users the actor may see that can be restored. */
export async function listDeletedUsers(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  { page, limit, search }: { page: number; limit: number; search?: string | undefined },
) {
  const filter = {
    scope: buildScopeCondition(actor),
    search: readSearchTerm(search),
    deletedSince: subtractDays(clock.now(), bulkLimits.restoreDays),
  };
  const window = { limit, offset: (page - 1) * limit };
  const { rows, total } = await listRestorableUsers(db, filter, window);
  const items = rows.flatMap(({ deleted_at: deletedAt, ...row }): DeletedUser[] => {
    if (!deletedAt) return [];
    const { id, name, contact_number: contactNumber, user_type: userType } = row;
    const until = addSeconds(deletedAt, bulkLimits.restoreDays * daySeconds);
    const times = { deletedAt: deletedAt.toISOString(), restorableUntil: until.toISOString() };
    return [{ id, name, contactNumber, userType, ...times }];
  });
  return { items, page, limit, total };
}

/**
 * Restores deleted users as they were. One whose number another user has by now stays deleted.
 * @returns what came of each
 */
export async function restoreUsers(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  ids: readonly string[],
): Promise<BulkResult> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const since = subtractDays(now, bulkLimits.restoreDays);
    const rows = await lockRestorableUsers(trx, ids, since);
    const taken = new Set(
      await findTakenNumbers(
        trx,
        rows.map((row) => row.contact_number),
      ),
    );
    const inOrder = rows.map(({ id }) => id);
    const users = sortOutUsers(actor, [...inOrder, ...ids], rows, (row) => {
      if (taken.has(row.contact_number)) return 'phone_taken';
      // Of two who had the same number one after the other, the later one comes back.
      taken.add(row.contact_number);
      return null;
    });
    const restored = users.accepted.map(({ id }) => id);
    if (restored.length === 0) return presentBulkResult(users);
    await unhideUsers(trx, restored, now);
    const entry = {
      action: 'user.restore' as const,
      subject: { id: null, name: '' },
      before: {},
      after: { users: restored.length },
      ...(await readAuditActor(trx, actor)),
    };
    await writeAuditEntryAbout(trx, entry, listOutcomes(users), now);
    return presentBulkResult(users);
  });
}
