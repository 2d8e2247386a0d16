import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces } from '../../users/index.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import type { AlertScope } from './alert-filter.repository.ts';

/**
 * Users of a scope whose alerts are read user by user. Of more, a walk through all alerts takes no
 * longer (`alert-lists`).
 */
const mostReadAlone = 10_000;

/**
 * Decides which alerts a caller may see: those about users in scope, and those about no user where
 * the scope has no bounds.
 */
export function scopeAlerts(
  { users }: Pick<AlertsDeps, 'users'>,
  caller: SessionCaller,
): AlertScope {
  if (caller.userType === 'SUPER_ADMIN') return null;
  const seesSystem = findScopePlaces(caller) === null;
  return { visible: users.visibleIds(caller), seesSystem, few: null };
}

/** Decides the same for a list or a count, which depends on how many users are in scope. */
export async function scopeAlertLists(
  { users }: Pick<AlertsDeps, 'users'>,
  caller: SessionCaller,
): Promise<AlertScope> {
  const scope = scopeAlerts({ users }, caller);
  if (!scope || scope.seesSystem) return scope;
  return { ...scope, few: await users.fewVisibleIds(caller, mostReadAlone) };
}
