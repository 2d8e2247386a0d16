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

export function userNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}
