import { AppError } from '../../../platform/errors/app-error.ts';

export function jobNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}
