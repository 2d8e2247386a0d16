import { isAdministrator, type ManagedUser, type OwnUser } from '@prahari/contract';
import type { UsersDeps } from '../users.deps.ts';
import { userNotFound } from '../users.errors.ts';
import type { Actor } from '../users.policy.ts';
import { writeActorAuditEntry } from './administer.usecases.ts';
import { pickAuditFacts, presentManagedUser, presentOwnUser } from './user.presenter.ts';
import { findUserById, lockUserById, updateUserRow } from './users.repository.ts';

/** Reads the caller's own account. @throws AppError 404 */
export async function getProfile(
  { db, devices }: Pick<UsersDeps, 'db'> & { readonly devices: Pick<UsersDeps['devices'], 'of'> },
  userId: string,
): Promise<ManagedUser> {
  const row = await findUserById(db, userId);
  if (!row) throw userNotFound();
  const deviceIds = await devices.of([userId]);
  return presentManagedUser(row, deviceIds.get(userId) ?? null);
}

/**
 * Renames the caller's own account. Of an administrator the audit log says so: its entries name
 * those who acted as they were called then. @throws AppError 404
 */
export async function renameProfile(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  userId: string,
  name: string,
): Promise<OwnUser> {
  const now = clock.now();
  const row = await db.transaction().execute(async (trx) => {
    const before = await lockUserById(trx, userId);
    const after = before && (await updateUserRow(trx, userId, { name }, now));
    if (after && isAdministrator(actor.userType)) {
      const subject = { id: userId, name: before.name };
      const facts = { before: pickAuditFacts(before), after: pickAuditFacts(after) };
      await writeActorAuditEntry(trx, actor, { action: 'user.update', subject, ...facts }, now);
    }
    return after;
  });
  if (!row) throw userNotFound();
  return presentOwnUser(row);
}
