import type { ManagedUser, OwnUser } from '@prahari/contract';
import type { UsersDeps } from '../users.deps.ts';
import { userNotFound } from '../users.errors.ts';
import { presentManagedUser, presentOwnUser } from './user.presenter.ts';
import { findUserById, updateUserRow } from './users.repository.ts';

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

/** Renames the caller's own account. @throws AppError 404 */
export async function renameProfile(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  userId: string,
  name: string,
): Promise<OwnUser> {
  const row = await db
    .transaction()
    .execute((trx) => updateUserRow(trx, userId, { name }, clock.now()));
  if (!row) throw userNotFound();
  return presentOwnUser(row);
}
