import type { AlertMove, AlertStatus } from '@prahari/contract';
import { AppError } from '../../platform/errors/app-error.ts';

/** Refuses with the same answer for what does not exist and for what the caller may not see. */
export function alertNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

/** Refuses a move that the state of an alert doesn't allow, and says what happened before. */
export function moveNotAllowed(found: {
  readonly status: AlertStatus;
  readonly allowed: readonly AlertMove[];
  readonly by: string | null;
  readonly at: string | null;
}): AppError {
  const by = found.by === null ? '' : ` by ${found.by}`;
  return new AppError('RESOURCE_ALREADY_EXISTS', `This alert is already ${found.status}${by}.`, {
    reason: 'alert_state_changed',
    details: { status: found.status, allowed: found.allowed, by: found.by, at: found.at },
  });
}

/** Administrators don't judge what the platform noticed about themselves. */
export function ownAlert(): AppError {
  return new AppError('ACCESS_DENIED', 'You can’t change an alert about yourself.', {
    reason: 'not_yourself',
  });
}

/** Nor do they close what may be their own doing: it came from a device or address that they use. */
export function alertAboutOwnSource(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'This alert is about a device or address that you use. Somebody else has to close it.',
    { reason: 'alert_about_own_source' },
  );
}

export function builtInRule(): AppError {
  return new AppError('INVALID_VALUE', 'A built-in rule can’t be deleted. Switch it off instead.');
}

/** Refuses to change what watches administrators, or acts on them. */
export function ruleOfSuperAdmins(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'This rule watches administrators, or acts on them. Only a super administrator may change it.',
    { reason: 'rule_of_super_admins' },
  );
}

export function ruleEditedMeanwhile(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'Somebody else changed this rule meanwhile.', {
    reason: 'edited_meanwhile',
  });
}

export function tooManyRules(most: number): AppError {
  return new AppError('INVALID_VALUE', `There can be at most ${most} rules.`);
}

export function actionNotUndoable(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'This action can’t be undone, or was already.', {
    reason: 'action_not_undoable',
  });
}

/** Refuses to lift the block of a rule where an administrator has blocked the user since. */
export function blockedSince(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'An administrator has blocked this user since.', {
    reason: 'blocked_since',
  });
}
