import { type Activation, limits } from '@prahari/contract';
import { StartError } from '../../../platform/errors/app-error.ts';
import { resetUserPassword } from './access.usecases.ts';
import { createUser } from './accounts.usecases.ts';
import { normalisePhone } from './phone.rules.ts';
import { findUserByContact, hasSuperAdmin } from './users.repository.ts';

export interface FirstAdmin {
  readonly contactNumber: string;
  /** An activation code, to be shown once and never again. */
  readonly oneTimePassword: string;
}

/**
 * Creates the first super administrator of a new instance.
 * @param renew makes a new one-time password for the super administrator with this number
 * @returns null when there is one already
 * @throws StartError when the configured number is no phone number
 */
export async function ensureFirstAdmin(
  deps: Parameters<typeof createUser>[0] & Parameters<typeof resetUserPassword>[0],
  phone: string,
  renew: boolean,
): Promise<FirstAdmin | null> {
  const parsed = normalisePhone(phone, limits.defaultCountryCode);
  if (!parsed) throw new StartError(`SUPER_ADMIN_PHONE ('${phone}') is not a phone number.`);
  const actor = { userId: null, userType: 'SUPER_ADMIN' } as const;
  if (await hasSuperAdmin(deps.db)) {
    if (!renew) return null;
    const row = await findUserByContact(deps.db, parsed.contactNumber);
    if (row?.user_type !== 'SUPER_ADMIN') {
      throw new StartError(
        `No super administrator has the number ${parsed.contactNumber}: set SUPER_ADMIN_PHONE to the one that does.`,
      );
    }
    const { activation } = await resetUserPassword(deps, actor, row.id);
    return { contactNumber: row.contact_number, oneTimePassword: requireShownCode(activation) };
  }
  const { user, activation } = await createUser(deps, actor, {
    name: 'Super administrator',
    ...parsed,
    userType: 'SUPER_ADMIN',
  });
  return { contactNumber: user.contactNumber, oneTimePassword: requireShownCode(activation) };
}

function requireShownCode(activation: Activation): string {
  if (activation.delivery !== 'shown') throw new Error('the instance itself sends no codes');
  return activation.code;
}
