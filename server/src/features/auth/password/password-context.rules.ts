import type { UserRow } from '../../users/index.ts';
import type { PasswordContext } from './passwords.rules.ts';

/** Describes the context in which a user's password is judged. */
export function describePasswordContext(
  user: Pick<UserRow, 'name' | 'contact_number' | 'district'>,
  { userType, hasSecondFactor }: Pick<PasswordContext, 'userType' | 'hasSecondFactor'>,
): PasswordContext {
  const { name, contact_number: contactNumber, district: place } = user;
  return { userType, hasSecondFactor, name, contactNumber, place };
}
