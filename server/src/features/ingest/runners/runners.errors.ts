import { AppError } from '../../../platform/errors/app-error.ts';

/** One answer for unknown and revoked runners: it does not reveal which runners exist. */
export function runnerUnknown(): AppError {
  return new AppError('TOKEN_INVALID', 'This runner is not registered here, or was revoked.', {
    reason: 'runner_unknown',
  });
}

export function invitationInvalid(): AppError {
  return new AppError('TOKEN_INVALID', 'This token was used, has expired, or never existed.', {
    reason: 'runner_unknown',
  });
}

export function runnerSuspended(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'This runner is suspended, because too much of what it returned was refused.',
    { reason: 'runner_suspended' },
  );
}

export function runnersNotAllowed(): AppError {
  return new AppError('ACCESS_DENIED', 'The system configuration allows no remote runners.', {
    reason: 'runners_not_allowed',
  });
}

export function partLost(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'This runner no longer holds that part.', {
    reason: 'part_lost',
  });
}

export function partIncomplete(missing: readonly string[]): AppError {
  return new AppError('INVALID_VALUE', 'Not all files of the part have come.', {
    reason: 'part_incomplete',
    details: { missing },
  });
}

export function fileUnknown(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The part has no file of that name.');
}

export function rangeInvalid(): AppError {
  return new AppError('INVALID_VALUE', 'The source has no such range.', { status: 416 });
}

export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('INVALID_VALUE', 'That file is larger than any that was wanted.', {
    status: 413,
    reason: 'upload_too_large',
    details: { maxBytes },
  });
}

export function runnerNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'There is no such runner.');
}
