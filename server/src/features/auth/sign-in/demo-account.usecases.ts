import type { UserType } from '@prahari/contract';
import { readableCode } from '../../../platform/crypto/codes.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Users } from '../../users/index.ts';
import type { PasswordHasher } from '../password/password-hash.adapter.ts';

/** About 79 bits. */
const passwordLength = 16;

/** Makes an account that can sign in at once, with a random password; for demonstrations. */
export function createDemoAccounts(deps: {
  db: Db;
  users: Pick<Users, 'create' | 'findByContact' | 'setPassword'>;
  hasher: PasswordHasher;
}) {
  /** @returns the password, or null when the account was there already */
  return async function makeDemoAccount(account: {
    name: string;
    contactNumber: string;
    countryCode: string;
    userType: UserType;
  }): Promise<{ userId: string; password: string | null }> {
    const existing = await deps.users.findByContact(account.contactNumber);
    if (existing) return { userId: existing.id, password: null };
    const password = readableCode(passwordLength).toLowerCase();
    const { user } = await deps.users.create({ userId: null, userType: 'SUPER_ADMIN' }, account);
    await deps.users.setPassword(deps.db, user.id, await deps.hasher.hash(password));
    return { userId: user.id, password };
  };
}
