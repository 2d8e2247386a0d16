import { bulkLimits } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';

/** @param count how many match now */
export function listChanged(count: number): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'The list has changed meanwhile. Check it and try again.',
    { reason: 'list_changed', details: { count } },
  );
}

export function tooManyUsers(): AppError {
  return new AppError(
    'INVALID_VALUE',
    `At most ${bulkLimits.users} users can be changed at once. Narrow the filters.`,
    { reason: 'too_many_users' },
  );
}

export function groupMissing(): AppError {
  const message = 'Choose the group.';
  return new AppError('REQUIRED_FIELD', message, {
    details: { fields: [{ field: 'groupId', code: 'REQUIRED_FIELD', message }] },
  });
}
