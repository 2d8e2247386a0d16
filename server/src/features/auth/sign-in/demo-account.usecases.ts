import type { UserType } from '@prahari/contract';
import { generateReadableCode } from '../../../platform/crypto/codes.ts';
import type { AuthDeps } from '../auth.deps.ts';

/** About 79 bits. */
const passwordLength = 16;

export interface DemoAccount {
  readonly name: string;
  readonly contactNumber: string;
  readonly countryCode: string;
  readonly userType: UserType;
}

/**
 * Creates an account that can sign in at once, with a random password; for demonstrations.
 * @returns the password, or null when the account was there already
 */
export async function createDemoAccount(
  deps: Pick<AuthDeps, 'db' | 'hasher'> & {
    readonly users: Pick<AuthDeps['users'], 'createUser' | 'findUserByContact' | 'setUserPassword'>;
  },
  account: DemoAccount,
): Promise<{ userId: string; password: string | null }> {
  const existing = await deps.users.findUserByContact(account.contactNumber);
  if (existing) return { userId: existing.id, password: null };
  const password = generateReadableCode(passwordLength).toLowerCase();
  const { user } = await deps.users.createUser({ userId: null, userType: 'SUPER_ADMIN' }, account);
  await deps.users.setUserPassword(deps.db, user.id, await deps.hasher.hashPassword(password));
  return { userId: user.id, password };
}
