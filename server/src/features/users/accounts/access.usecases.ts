import type { SessionView, UserDetail } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { deleteActivationCode } from '../activation/activation.repository.ts';
import { type IssueActivationDeps, issueActivation } from '../activation/activation.usecases.ts';
import type { LoginHistoryPage } from '../ports.ts';
import type { UsersDeps } from '../users.deps.ts';
import {
  lastSuperAdmin,
  noSecondFactor,
  notYourself,
  phoneTaken,
  userNotFound,
} from '../users.errors.ts';
import type { Actor } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';
import {
  changeUserWithAudit,
  findVisibleUser,
  readUserDetail,
  type UserChangeStep,
} from './administer.usecases.ts';
import { pickAuditFacts } from './user.presenter.ts';
import {
  findPlatformBlocks,
  hasOtherSuperAdmin,
  type UserChange,
  updateUserRow,
} from './users.repository.ts';

const success = { success: true } as const;

/** The name of an erased user. */
const erasedName = 'Deleted user';

/**
 * Blocks a user, which ends every session, or lifts the block. A block of the platform becomes that
 * of the administrator who blocks again, so that it stays when the platform's is undone.
 * @throws AppError not_yourself, or for the last super administrator
 */
export async function setUserBlocked(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'devices' | 'secondFactor' | 'endSessions'>,
  actor: Actor,
  userId: string,
  blocked: boolean,
): Promise<UserDetail> {
  if (actor.userId === userId) throw notYourself();
  const row = await changeUserWithAudit(deps, actor, userId, async (step) => {
    const { trx, row: before } = step;
    if ((before.status === 'blocked') === blocked) {
      if (!blocked || actor.userId === null) return { answer: before };
      const isPlatforms = (await findPlatformBlocks(trx, [userId])).has(userId);
      const entry = { action: 'user.block', before: {}, after: { wasBlocked: true } } as const;
      return isPlatforms ? { answer: before, entry } : { answer: before };
    }
    if (blocked) await requireOtherSuperAdmin(step);
    const after = await updateLockedUser(step, {
      status: blocked ? 'blocked' : findOpenStatus(before),
    });
    const action = blocked ? 'user.block' : 'user.unblock';
    const entry = { action, before: pickAuditFacts(before), after: pickAuditFacts(after) } as const;
    if (!blocked) return { answer: after, entry };
    return { answer: after, entry, ended: await deps.endSessions(trx, userId, 'blocked') };
  });
  return readUserDetail(deps, row);
}

/**
 * Blocks a user who is not blocked already.
 * @returns whether it was changed
 * @throws AppError as `setUserBlocked`
 */
export async function blockUnlessDone(
  deps: Parameters<typeof setUserBlocked>[0],
  actor: Actor,
  userId: string,
): Promise<boolean> {
  const { status } = await findVisibleUser(deps, actor, userId);
  if (status === 'blocked') return false;
  await setUserBlocked(deps, actor, userId, true);
  return true;
}

/**
 * Lifts a block that the platform set until an instant: not one that an administrator set since,
 * which is another one.
 * @returns whether the user is not blocked now
 * @throws AppError as `setUserBlocked`
 */
export async function liftPlatformBlock(
  deps: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  userId: string,
  until: Date,
): Promise<boolean> {
  const { status } = await findVisibleUser(deps, actor, userId);
  if (status !== 'blocked') return true;
  if (actor.userId === userId) throw notYourself();
  return changeUserWithAudit(deps, actor, userId, async (step) => {
    const before = step.row;
    if (before.status !== 'blocked') return { answer: true };
    const set = (await findPlatformBlocks(step.trx, [userId])).get(userId);
    if (!set || set > until) return { answer: false };
    const after = await updateLockedUser(step, { status: findOpenStatus(before) });
    const facts = { before: pickAuditFacts(before), after: pickAuditFacts(after) };
    return { answer: true, entry: { action: 'user.unblock', ...facts } };
  });
}

function findOpenStatus({ password_hash: hash }: UserRow) {
  return hash === null ? 'invited' : 'active';
}

/**
 * Deletes a user for all callers, and frees the number. The user can be restored for some time. With
 * `erase`, name, number, address, places, password, devices and notes are removed at once; records of
 * the user's actions stay, under a neutral name.
 * @throws AppError not_yourself, or for the last super administrator
 */
export async function deleteUser(
  deps: Pick<
    UsersDeps,
    'db' | 'clock' | 'devices' | 'secondFactor' | 'endSessions' | 'forgetNotes'
  >,
  actor: Actor,
  userId: string,
  erase: boolean,
) {
  if (actor.userId === userId) throw notYourself();
  return changeUserWithAudit(deps, actor, userId, async (step) => {
    const { trx, now } = step;
    await requireOtherSuperAdmin(step);
    const ended = await deps.endSessions(trx, userId, 'deleted');
    if (erase) await forgetUser(deps, trx, userId);
    await updateLockedUser(step, {
      deleted_at: now,
      is_restorable: !erase,
      ...(erase
        ? {
            password_hash: null,
            name: erasedName,
            contact_number: `erased:${userId}`,
            country_code: '',
            email: null,
            kendra_type: null,
            country: null,
            district: null,
          }
        : {}),
    });
    const after = { isDeleted: true, isErased: erase };
    const subjectName = erase ? erasedName : step.row.name;
    const before = { isDeleted: false, isErased: false };
    return { answer: success, entry: { action: 'user.delete', before, after, subjectName }, ended };
  });
}

/** Removes what belongs to an account that can't be restored any more. */
export async function forgetUser(
  deps: Pick<UsersDeps, 'devices' | 'secondFactor' | 'forgetNotes'>,
  trx: Trx,
  userId: string,
): Promise<void> {
  await deps.devices.clear(trx, userId);
  await deps.secondFactor.forget(trx, userId);
  await deps.forgetNotes(trx, userId);
  await deleteActivationCode(trx, userId);
}

/** Ends every session of a user. */
export async function signOutUser(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'endSessions'>,
  actor: Actor,
  userId: string,
) {
  return changeUserWithAudit(deps, actor, userId, async ({ trx }) => {
    const ended = await deps.endSessions(trx, userId, 'ended_by_admin');
    const after = { endedSessions: ended.count };
    const answer = { ...success, ended: ended.count };
    return { answer, entry: { action: 'user.sign-out', before: {}, after }, ended };
  });
}

/**
 * Lists the live sessions of a user; `currentId` is marked as the caller's own.
 * @throws AppError 404
 */
export async function listUserSessions(
  deps: Pick<UsersDeps, 'db' | 'sessionsOf'>,
  actor: Actor,
  userId: string,
  currentId: string,
): Promise<SessionView[]> {
  const row = await findVisibleUser(deps, actor, userId);
  return deps.sessionsOf(row.id, currentId);
}

/** Lists the login history of a user, newest first. @throws AppError 404 */
export async function listUserLoginHistory(
  deps: Pick<UsersDeps, 'db' | 'loginHistoryOf'>,
  actor: Actor,
  userId: string,
  page: LoginHistoryPage,
) {
  const row = await findVisibleUser(deps, actor, userId);
  return deps.loginHistoryOf(row.id, page);
}

/**
 * Removes the second factor of a user who lost it, and passkeys too.
 * @throws AppError not_yourself, or when there is none
 */
export async function clearUserSecondFactor(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'secondFactor'>,
  actor: Actor,
  userId: string,
) {
  const byUserId = actor.userId;
  if (byUserId === null || byUserId === userId) throw notYourself();
  return changeUserWithAudit(deps, actor, userId, async ({ trx }) => {
    const ended = await deps.secondFactor.clear(trx, userId, byUserId);
    if (!ended) throw noSecondFactor();
    const before = { hasSecondFactor: true };
    const after = { hasSecondFactor: false, endedSessions: ended.count };
    const entry = { action: 'user.clear-second-factor', before, after } as const;
    return { answer: success, entry, ended };
  });
}

/** Ends one session of a user. @throws AppError 404 when it is no live session of this user */
export async function endUserSession(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'endSession'>,
  actor: Actor,
  userId: string,
  sessionId: string,
) {
  return changeUserWithAudit(deps, actor, userId, async ({ trx }) => {
    const ended = await deps.endSession(trx, userId, sessionId, 'ended_by_admin');
    if (ended.count === 0) throw userNotFound();
    const after = { endedSessions: ended.count, sessionId };
    return { answer: success, entry: { action: 'user.sign-out', before: {}, after }, ended };
  });
}

/**
 * Resets the password of a user: ends every session and makes a new activation code.
 * @throws AppError not_yourself: unlike the call for the caller's own account, this asks for no
 * password
 */
export async function resetUserPassword(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'endSessions'> & IssueActivationDeps,
  actor: Actor,
  userId: string,
) {
  if (actor.userId === userId) throw notYourself();
  return changeUserWithAudit(deps, actor, userId, async (step) => {
    const { trx, now } = step;
    await updateLockedUser(step, { password_hash: null });
    const byUserId = actor.userId ?? userId;
    await recordEvent(trx, 'user.password-reset', { userId, byUserId }, now);
    const ended = await deps.endSessions(trx, userId, 'password_reset');
    const activation = await issueActivation(deps, trx, actor, step.row);
    const after = { endedSessions: ended.count, expiresAt: activation.expiresAt };
    const entry = { action: 'user.reset-password', before: {}, after } as const;
    return { answer: { activation }, entry, ended };
  });
}

/** Sets the count of a user's sign-ins to zero. */
export async function resetUserLoginCount(
  deps: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  userId: string,
) {
  return changeUserWithAudit(deps, actor, userId, async (step) => {
    const after = pickAuditFacts(await updateLockedUser(step, { login_count: 0 }));
    const before = pickAuditFacts(step.row);
    return { answer: success, entry: { action: 'user.reset-login-count', before, after } };
  });
}

/** Binds a user to a device, which ends sessions on others. */
export async function setUserDevice(
  { devices, ...deps }: Pick<UsersDeps, 'db' | 'clock' | 'devices'>,
  actor: Actor,
  userId: string,
  deviceId: string,
) {
  return changeUserWithAudit(deps, actor, userId, async ({ trx }) => {
    const before = { deviceId: (await devices.of([userId], trx)).get(userId) ?? null };
    const ended = await devices.set(trx, userId, deviceId);
    const entry = { action: 'device.set', before, after: { deviceId } } as const;
    return { answer: success, entry, ended };
  });
}

/** Frees a user from the bound device, which ends the sessions on it. */
export async function clearUserDevice(
  { devices, ...deps }: Pick<UsersDeps, 'db' | 'clock' | 'devices'>,
  actor: Actor,
  userId: string,
) {
  return changeUserWithAudit(deps, actor, userId, async ({ trx }) => {
    const before = { deviceId: (await devices.of([userId], trx)).get(userId) ?? null };
    const ended = await devices.clear(trx, userId);
    const entry = { action: 'device.clear', before, after: { deviceId: null } } as const;
    return { answer: success, entry, ended };
  });
}

async function updateLockedUser(
  { trx, row, now }: UserChangeStep,
  values: UserChange,
): Promise<UserRow> {
  const after = await updateUserRow(trx, row.id, values, now);
  if (!after) throw phoneTaken();
  return after;
}

async function requireOtherSuperAdmin({ trx, row }: UserChangeStep): Promise<void> {
  const isOne = row.user_type === 'SUPER_ADMIN';
  if (isOne && !(await hasOtherSuperAdmin(trx, row.id))) throw lastSuperAdmin();
}
