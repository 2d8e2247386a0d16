import { AppError } from '../../../platform/errors/app-error.ts';

/** The same for errors that are gone and for those of users whom the caller does not see. */
export function clientErrorNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}
