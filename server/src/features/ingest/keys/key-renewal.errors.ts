import { AppError } from '../../../platform/errors/app-error.ts';

/** Refuses a video that is not ready yet, still being processed, or already being renewed. */
export function keysNotRenewable(): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'The keys of this video cannot be renewed now. All its qualities must be ready and no other renewal may be running.',
    { reason: 'keys_not_renewable', status: 409 },
  );
}
