import { AppError } from '../../platform/errors/app-error.ts';

/** Refuses an unknown audit or finding. */
export function auditNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

/** Refuses a second audit, and names the one that runs. */
export function auditUnderWay(auditId: string): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'An audit is already under way.', {
    reason: 'audit_under_way',
    details: { auditId },
  });
}

export function auditEnded(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'This audit has ended.', {
    reason: 'audit_ended',
  });
}

/** Refuses a scope and severities for which there is no check. */
export function nothingToCheck(): AppError {
  return new AppError('INVALID_VALUE', 'No check fits this scope and severity.');
}

/** Refuses what the state of a finding doesn't allow. */
export function findingStateChanged(status: string): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', `This finding is ${status}.`, {
    reason: 'finding_state_changed',
    details: { status },
  });
}
