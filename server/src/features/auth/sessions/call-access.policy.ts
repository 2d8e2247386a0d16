import type { Access } from '@prahari/contract';
import { insufficientPermissions } from '../../../platform/errors/app-error.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { enrolSecondFactorFirst, roleRequired } from '../auth.errors.ts';

type CallerRights = Pick<SessionCaller, 'userType' | 'permissions' | 'mustEnrolSecondFactor'>;

/** Tells whether only administrators may make a call. */
export function isForAdministrators(access: Access): boolean {
  return access.kind === 'session' && !access.roles.includes('LEARNER');
}

/** @throws AppError when role, rights or a missing second factor forbid the call */
export function authorizeCall(access: Access, caller: CallerRights): void {
  if (access.kind !== 'session') return;
  if (!access.roles.includes(caller.userType)) throw roleRequired(access.roles);
  const { permission } = access;
  if (caller.mustEnrolSecondFactor && !access.beforeEnrolment) throw enrolSecondFactorFirst();
  if (permission !== undefined && !caller.permissions.includes(permission)) {
    throw insufficientPermissions();
  }
}
