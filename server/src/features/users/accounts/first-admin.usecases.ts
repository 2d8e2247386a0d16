import { type Activation, limits } from '@prahari/contract';
import type { Db } from '../../../platform/db/database.ts';
import { StartError } from '../../../platform/errors/app-error.ts';
import type { UserAccess } from './access.usecases.ts';
import type { UsersUsecases } from './accounts.usecases.ts';
import { normalisePhone } from './phone.rules.ts';
import type { UsersRepository } from './users.repository.ts';

export interface FirstAdmin {
  readonly contactNumber: string;
  /** To be shown once, and never again. */
  readonly oneTimePassword: string;
}

/** Makes the super administrator of a new instance; a one-time password is an activation code. */
export function createFirstAdmin(deps: {
  db: Db;
  users: UsersRepository;
  create: UsersUsecases['create'];
  resetPassword: UserAccess['resetPassword'];
}) {
  /**
   * Creates the first super administrator.
   * @param renew makes a new one-time password for the super administrator with this number
   * @returns null when there is one already
   * @throws StartError when the configured number is no phone number
   */
  return async function ensureFirstAdmin(
    phone: string,
    renew: boolean,
  ): Promise<FirstAdmin | null> {
    const parsed = normalisePhone(phone, limits.defaultCountryCode);
    if (!parsed) throw new StartError(`SUPER_ADMIN_PHONE ('${phone}') is not a phone number.`);
    const actor = { userId: null, userType: 'SUPER_ADMIN' } as const;
    if (await deps.users.hasSuperAdmin(deps.db)) {
      if (!renew) return null;
      const row = await deps.users.findByContact(deps.db, parsed.contactNumber);
      if (row?.user_type !== 'SUPER_ADMIN') {
        throw new StartError(
          `No super administrator has the number ${parsed.contactNumber}: set SUPER_ADMIN_PHONE to the one that does.`,
        );
      }
      const { activation } = await deps.resetPassword(actor, row.id);
      return { contactNumber: row.contact_number, oneTimePassword: shownCode(activation) };
    }
    const { user, activation } = await deps.create(actor, {
      name: 'Super administrator',
      ...parsed,
      userType: 'SUPER_ADMIN',
    });
    return { contactNumber: user.contactNumber, oneTimePassword: shownCode(activation) };
  };
}

function shownCode(activation: Activation): string {
  if (activation.delivery !== 'shown') throw new Error('the instance itself sends no codes');
  return activation.code;
}
