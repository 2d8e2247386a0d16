import type { ManagedUser, OwnUser } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { UsersPorts } from '../ports.ts';
import { userNotFound } from '../users.errors.ts';
import { presentManagedUser, presentOwnUser } from './user.presenter.ts';
import type { UsersRepository } from './users.repository.ts';

/** Lets users read and edit their own account. */
export function createProfile(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<UsersRepository, 'findById' | 'change'>;
  readonly devices: Pick<UsersPorts['devices'], 'of'>;
}) {
  const { db, clock, users } = deps;
  return {
    async get(userId: string): Promise<ManagedUser> {
      const row = await users.findById(db, userId);
      if (!row) throw userNotFound();
      const devices = await deps.devices.of([userId]);
      return presentManagedUser(row, devices.get(userId) ?? null);
    },

    async rename(userId: string, name: string): Promise<OwnUser> {
      const row = await db
        .transaction()
        .execute((trx) => users.change(trx, userId, { name }, clock.now()));
      if (!row) throw userNotFound();
      return presentOwnUser(row);
    },
  };
}

export type Profile = ReturnType<typeof createProfile>;
