import { isAdministrator, type UserType } from '@prahari/contract';
import type { AuthDeps } from '../auth.deps.ts';
import { hasSecondFactor, isEnrolmentDue } from './second-factor.rules.ts';
import { findFactorStanding } from './second-factors.repository.ts';

/** Tells whether the system configuration requires a second factor of administrators. */
export function isSecondFactorRequired(deps: Pick<AuthDeps, 'systemConfig'>): boolean {
  return deps.systemConfig.current().accounts.requireSecondFactor;
}

/** Tells whether users of this type must have a second factor. */
export function isSecondFactorRequiredOf(
  deps: Pick<AuthDeps, 'systemConfig'>,
  userType: UserType,
): boolean {
  return isSecondFactorRequired(deps) && isAdministrator(userType);
}

/** Tells whether the holder of a session must enrol a second factor before anything else. */
export function isSessionHeldBack(
  deps: Pick<AuthDeps, 'systemConfig'>,
  state: { readonly userType: UserType; readonly hasSecondFactor: boolean },
): boolean {
  return isEnrolmentDue(state, isSecondFactorRequired(deps));
}

/** Finds out whether a user must enrol a second factor before anything else. */
export async function isEnrolmentDueFor(
  deps: Pick<AuthDeps, 'db' | 'systemConfig'>,
  userType: UserType,
  userId: string,
): Promise<boolean> {
  if (!isSecondFactorRequiredOf(deps, userType)) return false;
  const standing = await findFactorStanding(deps.db, { userId, userType });
  return isEnrolmentDue({ userType, hasSecondFactor: hasSecondFactor(standing) }, true);
}
