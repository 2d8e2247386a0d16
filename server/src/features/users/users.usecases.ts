import type { SessionEndCause, UserType } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { insufficientPermissions } from '../../platform/http/request-facts.ts';
import type { ActivationRepository } from './activation.repository.ts';
import { makeActivationCode } from './activation.rules.ts';
import { normalisePhone } from './phone.rules.ts';
import { presentManagedUser } from './user.presenter.ts';
import { phoneInvalid, phoneTaken, userNotFound } from './users.errors.ts';
import { mayManage } from './users.policy.ts';
import type { UsersRepository } from './users.repository.ts';

const daySeconds = 86_400;

export interface UsersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: UsersRepository;
  readonly activations: ActivationRepository;
  readonly activationDays: number;
  /** Filled by the sign-in feature: ends all sessions of a user in the same transaction. */
  endSessions(trx: Trx, userId: string, cause: SessionEndCause): Promise<{ announce(): void }>;
}

export interface Actor {
  readonly userId: string | null;
  readonly userType: UserType;
}

export interface UserDraft {
  readonly name: string;
  readonly countryCode: string;
  readonly contactNumber: string;
  readonly userType: UserType;
  readonly kendraType?: string | undefined;
  readonly country?: string | undefined;
  readonly district?: string | undefined;
}

export function createUsersUsecases(deps: UsersDeps) {
  const { db, clock, users, activations } = deps;

  async function issueCode(trx: Trx, userId: string) {
    const { code, codeHash } = makeActivationCode();
    const expiresAt = secondsAfter(clock.now(), deps.activationDays * daySeconds);
    await activations.put(trx, { userId, codeHash, expiresAt });
    return { code, expiresAt: expiresAt.toISOString() };
  }

  return {
    /** @throws AppError when the actor may not, or the number is malformed or taken */
    async create(actor: Actor, draft: UserDraft) {
      if (!mayManage(actor.userType, draft.userType)) throw insufficientPermissions();
      const phone = normalisePhone(draft.contactNumber, draft.countryCode);
      if (!phone) throw phoneInvalid();
      const now = clock.now();
      const id = uuidv7();
      return db.transaction().execute(async (trx) => {
        const inserted = await users.insert(trx, {
          id,
          name: draft.name,
          ...phone,
          userType: draft.userType,
          kendraType: draft.kendraType ?? null,
          country: draft.country ?? null,
          district: draft.district ?? null,
          createdBy: actor.userId,
          now,
        });
        if (!inserted) throw phoneTaken();
        const activation = await issueCode(trx, id);
        const { userType } = draft;
        await recordEvent(
          trx,
          'user.created',
          { userId: id, byUserId: actor.userId, userType },
          now,
        );
        const row = await users.findById(trx, id);
        if (!row) throw userNotFound();
        return { user: presentManagedUser(row), activation };
      });
    },

    /** Ends every session, forgets the password and makes a new activation code. */
    async resetPassword(actor: Actor, userId: string) {
      const now = clock.now();
      const { activation, ended } = await db.transaction().execute(async (trx) => {
        const row = await users.findById(trx, userId);
        if (!row) throw userNotFound();
        if (!mayManage(actor.userType, row.user_type)) throw insufficientPermissions();
        await users.dropPassword(trx, userId, now);
        const byUserId = actor.userId ?? userId;
        await recordEvent(trx, 'user.password-reset', { userId, byUserId }, now);
        return {
          ended: await deps.endSessions(trx, userId, 'password_reset'),
          activation: await issueCode(trx, userId),
        };
      });
      ended.announce();
      return { activation };
    },

    async list(query: { page: number; limit: number; search?: string | undefined }) {
      const { rows, total } = await users.page(db, {
        search: query.search || undefined,
        limit: query.limit,
        offset: (query.page - 1) * query.limit,
      });
      return {
        items: rows.map(presentManagedUser),
        page: query.page,
        limit: query.limit,
        total,
      };
    },
  };
}

export type UsersUsecases = ReturnType<typeof createUsersUsecases>;
