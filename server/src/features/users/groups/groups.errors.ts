import type { RowRefusals } from '../../../platform/db/row-refusals.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

export function groupNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

/**
 * Refuses with the same answer for groups that the caller sees and for others: names are shown
 * where both are chosen from.
 */
export function groupTaken(): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'A user group with this name already exists, possibly one you cannot see.',
    { reason: 'group_taken' },
  );
}

/** For two simultaneous calls: the second one's name is taken, or its group is gone. */
export const groupRowRefusals: RowRefusals = {
  user_groups_by_name: groupTaken,
  user_group_members_group_id_fkey: groupNotFound,
};
