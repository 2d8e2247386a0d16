import { AppError } from '../../platform/errors/app-error.ts';

/**
 * Refuses with one answer for every cause, so that the sender does not learn which part was wrong.
 */
export function signedUrlInvalid(): AppError {
  return new AppError('ACCESS_DENIED', 'This address is not valid, or no longer.', {
    reason: 'delivery_path_invalid',
  });
}

export function objectNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function rangeNotSatisfiable(): AppError {
  return new AppError('INVALID_VALUE', 'The requested range lies outside the file.', {
    status: 416,
  });
}

/** Refuses segments that are fetched much faster than any player plays them. */
export function fetchedTooFast(): AppError {
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Too many requests. Please wait a moment and try again.',
    { retryAfterSeconds: 10 },
  );
}
