import { offlineLimits } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';

/** Refuses with the same answer for one that does not exist and one of someone else. */
export function copyNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

/** Refuses where this installation lets nothing be kept. */
export function offlineNotAllowed(): AppError {
  return new AppError('ACCESS_DENIED', 'Lessons can’t be kept on devices here.', {
    reason: 'offline_not_allowed',
  });
}

/** Refuses more different videos than a learner may copy in a day. */
export function offlineCopiesOfDay(): AppError {
  return new AppError(
    'INVALID_VALUE',
    `You downloaded ${offlineLimits.videosPerDay} lessons within 24 hours. Download more tomorrow.`,
    { reason: 'offline_copies_of_day', status: 409 },
  );
}

/** Refuses one more copy than a device may keep for a learner. */
export function offlineCopiesFull(): AppError {
  return new AppError(
    'INVALID_VALUE',
    `This device keeps ${offlineLimits.copies} lessons already. Remove one to keep another.`,
    { reason: 'offline_copies_full', status: 409 },
  );
}
