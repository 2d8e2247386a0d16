import type { SessionEndCause } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { createActivationRepository } from './activation.repository.ts';
import { isActivationGood } from './activation.rules.ts';
import { createFirstAdmin } from './first-admin.usecases.ts';
import { createUsersRepository } from './users.repository.ts';
import { bindUserRoutes } from './users.routes.ts';
import { createUsersUsecases } from './users.usecases.ts';

export { maskContactNumber, normalisePhone } from './phone.rules.ts';
export { presentOwnUser } from './user.presenter.ts';
export { usersSettings } from './users.config.ts';
export type { UserRow } from './users.repository.ts';

export interface UsersFeatureDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly activationDays: number;
  endSessions(trx: Trx, userId: string, cause: SessionEndCause): Promise<{ announce(): void }>;
}

/** Who there is: accounts, their roles and places, and how they are activated. */
export function createUsers(deps: UsersFeatureDeps) {
  const users = createUsersRepository();
  const activations = createActivationRepository();
  const usecases = createUsersUsecases({ ...deps, users, activations });
  return {
    bindRoutes: (bind: Bind) => bindUserRoutes(bind, usecases),
    create: usecases.create,
    ensureFirstAdmin: createFirstAdmin({ ...deps, users, usecases }),
    findById: (id: string) => users.findById(deps.db, id),
    lock: (trx: Trx, id: string) => users.lock(trx, id),
    findByContact: (contactNumber: string) => users.findByContact(deps.db, contactNumber),
    setPassword: (db: DbOrTrx, id: string, passwordHash: string) =>
      users.setPassword(db, id, passwordHash, deps.clock.now()),
    countLogin: (db: DbOrTrx, id: string) => users.countLogin(db, id, deps.clock.now()),
    /** The stored hash of the code when what was typed is good, else null. */
    async checkActivation(userId: string, typed: string): Promise<Buffer | null> {
      const stored = await activations.find(deps.db, userId);
      return stored && isActivationGood(stored, typed, deps.clock.now()) ? stored.codeHash : null;
    },
    consumeActivation: (db: DbOrTrx, userId: string, codeHash: Buffer) =>
      activations.consume(db, userId, codeHash),
  };
}

export type Users = ReturnType<typeof createUsers>;
