import { AppError } from '../../../platform/errors/app-error.ts';

/**
 * Refuses with the same answer for errors that no longer exist and for those of users the caller
 * may not see.
 */
export function clientErrorNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}
