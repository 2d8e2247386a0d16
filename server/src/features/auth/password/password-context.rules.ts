import type { UserRow } from '../../users/index.ts';
import type { PasswordContext } from './passwords.rules.ts';

/** Describes what a password of a user is judged by. */
export function describePasswordContext(
  user: Pick<UserRow, 'name' | 'contact_number' | 'district'>,
  { userType, hasSecondFactor }: Pick<PasswordContext, 'userType' | 'hasSecondFactor'>,
): PasswordContext {
  const { name, contact_number: contactNumber, district: place } = user;
  return { userType, hasSecondFactor, name, contactNumber, place };
}
