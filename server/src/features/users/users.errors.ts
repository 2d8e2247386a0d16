import type { UserDetail } from '@prahari/contract';
import { AppError } from '../../platform/errors/app-error.ts';

export function phoneInvalid(): AppError {
  return new AppError(
    'INVALID_FORMAT',
    'This is not a phone number. Check the number and the country code.',
    {
      reason: 'phone_invalid',
    },
  );
}

export function phoneTaken(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'A user with this phone number exists already.', {
    reason: 'phone_taken',
  });
}

/** Refuses with the same answer for users who do not exist and for those the caller may not see. */
export function userNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

/** @param current the current state, for the editor to compare */
export function editedMeanwhile(current: UserDetail): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'Someone else changed this user while you were editing. Check the current values and try again.',
    { reason: 'edited_meanwhile', details: { current } },
  );
}

/** Refuses places, and objects whose places lie beyond the scope. */
export function outOfScope(): AppError {
  return new AppError(
    'INSUFFICIENT_PERMISSIONS',
    'This is outside the area you administer, or only partly within it.',
    { reason: 'out_of_scope' },
  );
}

export function notYourself(): AppError {
  return new AppError('ACCESS_DENIED', 'You can’t do this to your own account.', {
    reason: 'not_yourself',
  });
}

export function lastSuperAdmin(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'This is the last super administrator. Without one, nobody could set permissions.',
  );
}

export function noSecondFactor(): AppError {
  return new AppError('INVALID_VALUE', 'This account has no second factor.', {
    reason: 'second_factor_not_enrolled',
  });
}

export function noRightsToSet(): AppError {
  return new AppError('INVALID_VALUE', 'Permissions can be set for administrators only.');
}

export function rightsNotPossible(field: string): AppError {
  const message = 'An administrator can’t be given this.';
  return new AppError('INVALID_VALUE', message, {
    details: { fields: [{ field, code: 'INVALID_VALUE', message }] },
  });
}

/** @param fault in a word, without any sent data */
export function emailNotTaken(fault: string): AppError {
  return new AppError(
    'EXTERNAL_SERVICE_ERROR',
    `The mail server did not accept the message: ${fault}.`,
  );
}

/** @param fault in a word, without any sent data */
export function smsNotTaken(fault: string): AppError {
  return new AppError(
    'EXTERNAL_SERVICE_ERROR',
    `The SMS gateway did not accept the message: ${fault}.`,
  );
}
