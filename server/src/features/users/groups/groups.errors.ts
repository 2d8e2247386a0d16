import { AppError } from '../../../platform/errors/app-error.ts';

export function groupNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function groupTaken(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'A user group with this name exists already.', {
    reason: 'group_taken',
  });
}
