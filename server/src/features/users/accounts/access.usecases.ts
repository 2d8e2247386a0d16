import type { SessionView, UserDetail } from '@prahari/contract';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { ActivationRepository } from '../activation/activation.repository.ts';
import type { IssueActivation } from '../activation/issue-activation.usecases.ts';
import type { LoginHistoryPage, UsersPorts } from '../ports.ts';
import {
  lastSuperAdmin,
  noSecondFactor,
  notYourself,
  phoneTaken,
  userNotFound,
} from '../users.errors.ts';
import type { Actor } from '../users.policy.ts';
import type { Administer, Step } from './administer.usecases.ts';
import { auditFacts } from './user.presenter.ts';
import type { UserChange, UserRow, UsersRepository } from './users.repository.ts';

export interface UserAccessDeps extends UsersPorts {
  readonly users: UsersRepository;
  readonly activations: Pick<ActivationRepository, 'remove'>;
  readonly administer: Administer;
  readonly issueActivation: IssueActivation;
}

const success = { success: true } as const;

/** What an erased user is called. */
const erasedName = 'Deleted user';

/**
 * Changes whether and how a user can sign in: blocks, deletion, passwords, sessions and devices.
 */
export function createUserAccess(deps: UserAccessDeps) {
  const { users, administer, devices } = deps;

  async function change({ trx, row, now }: Step, values: UserChange): Promise<UserRow> {
    const after = await users.change(trx, row.id, values, now);
    if (!after) throw phoneTaken();
    return after;
  }

  async function keepASuperAdmin({ trx, row }: Step): Promise<void> {
    const isOne = row.user_type === 'SUPER_ADMIN';
    if (isOne && !(await users.hasOtherSuperAdmin(trx, row.id))) throw lastSuperAdmin();
  }

  return {
    /** Blocking ends every session. @throws AppError not_yourself, or for the last super administrator */
    async block(actor: Actor, userId: string, blocked: boolean): Promise<UserDetail> {
      if (actor.userId === userId) throw notYourself();
      const row = await administer.onUser(actor, userId, async (step) => {
        const { trx, row: before } = step;
        if ((before.status === 'blocked') === blocked) return { answer: before };
        if (blocked) await keepASuperAdmin(step);
        const open = before.password_hash === null ? 'invited' : 'active';
        const after = await change(step, { status: blocked ? 'blocked' : open });
        const action = blocked ? 'user.block' : 'user.unblock';
        const act = { action, before: auditFacts(before), after: auditFacts(after) } as const;
        if (!blocked) return { answer: after, act };
        return { answer: after, act, ended: await deps.endSessions(trx, userId, 'blocked') };
      });
      return administer.detail(row);
    },

    /**
     * Deletes a user for all callers, and frees the number. With `erase`, name, number, address,
     * places, password and devices go too; what the user did stays, under a name that says nothing.
     * @throws AppError not_yourself, or for the last super administrator
     */
    async remove(actor: Actor, userId: string, erase: boolean) {
      if (actor.userId === userId) throw notYourself();
      return administer.onUser(actor, userId, async (step) => {
        const { trx, now } = step;
        await keepASuperAdmin(step);
        const ended = await deps.endSessions(trx, userId, 'deleted');
        await devices.clear(trx, userId);
        await deps.secondFactor.forget(trx, userId);
        await deps.forgetNotes(trx, userId);
        await deps.activations.remove(trx, userId);
        await change(step, {
          deleted_at: now,
          password_hash: null,
          ...(erase
            ? {
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
        return {
          answer: success,
          act: { action: 'user.delete', before, after, subjectName },
          ended,
        };
      });
    },

    async signOut(actor: Actor, userId: string) {
      return administer.onUser(actor, userId, async ({ trx }) => {
        const ended = await deps.endSessions(trx, userId, 'ended_by_admin');
        const after = { endedSessions: ended.count };
        const answer = { ...success, ended: ended.count };
        return { answer, act: { action: 'user.sign-out', before: {}, after }, ended };
      });
    },

    async sessions(actor: Actor, userId: string, currentId: string): Promise<SessionView[]> {
      const row = await administer.see(actor, userId);
      return deps.sessionsOf(row.id, currentId);
    },

    async loginHistory(actor: Actor, userId: string, page: LoginHistoryPage) {
      const row = await administer.see(actor, userId);
      return deps.loginHistoryOf(row.id, page);
    },

    /**
     * Removes the second factor of a user who lost it, and passkeys too. @throws AppError
     * not_yourself, or when there is none
     */
    async clearSecondFactor(actor: Actor, userId: string) {
      const byUserId = actor.userId;
      if (byUserId === null || byUserId === userId) throw notYourself();
      return administer.onUser(actor, userId, async ({ trx }) => {
        const ended = await deps.secondFactor.clear(trx, userId, byUserId);
        if (!ended) throw noSecondFactor();
        const before = { hasSecondFactor: true };
        const after = { hasSecondFactor: false, endedSessions: ended.count };
        const act = { action: 'user.clear-second-factor', before, after } as const;
        return { answer: success, act, ended };
      });
    },

    /** @throws AppError 404 when it is no live session of this user */
    async endSession(actor: Actor, userId: string, sessionId: string) {
      return administer.onUser(actor, userId, async ({ trx }) => {
        const ended = await deps.endSession(trx, userId, sessionId, 'ended_by_admin');
        if (ended.count === 0) throw userNotFound();
        const after = { endedSessions: ended.count, sessionId };
        return { answer: success, act: { action: 'user.sign-out', before: {}, after }, ended };
      });
    },

    /**
     * Ends every session, forgets the password and makes a new activation code.
     * @throws AppError not_yourself: it asks for no password, unlike the call for one's own
     */
    async resetPassword(actor: Actor, userId: string) {
      if (actor.userId === userId) throw notYourself();
      return administer.onUser(actor, userId, async (step) => {
        const { trx, now } = step;
        await change(step, { password_hash: null });
        const byUserId = actor.userId ?? userId;
        await recordEvent(trx, 'user.password-reset', { userId, byUserId }, now);
        const ended = await deps.endSessions(trx, userId, 'password_reset');
        const activation = await deps.issueActivation(trx, actor, step.row);
        const after = { endedSessions: ended.count, expiresAt: activation.expiresAt };
        const act = { action: 'user.reset-password', before: {}, after } as const;
        return { answer: { activation }, act, ended };
      });
    },

    async resetLoginCount(actor: Actor, userId: string) {
      return administer.onUser(actor, userId, async (step) => {
        const after = auditFacts(await change(step, { login_count: 0 }));
        const before = auditFacts(step.row);
        return { answer: success, act: { action: 'user.reset-login-count', before, after } };
      });
    },

    async setDevice(actor: Actor, userId: string, deviceId: string) {
      return administer.onUser(actor, userId, async ({ trx }) => {
        const before = { deviceId: (await devices.of([userId], trx)).get(userId) ?? null };
        const ended = await devices.set(trx, userId, deviceId);
        const act = { action: 'device.set', before, after: { deviceId } } as const;
        return { answer: success, act, ended };
      });
    },

    async clearDevice(actor: Actor, userId: string) {
      return administer.onUser(actor, userId, async ({ trx }) => {
        const before = { deviceId: (await devices.of([userId], trx)).get(userId) ?? null };
        const ended = await devices.clear(trx, userId);
        const act = { action: 'device.clear', before, after: { deviceId: null } } as const;
        return { answer: success, act, ended };
      });
    },
  };
}

export type UserAccess = ReturnType<typeof createUserAccess>;
