import { AppError } from '../../../platform/errors/app-error.ts';

/** Not ready yet, still being made, or a renewal is on its way. */
export function keysNotRenewable(): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'The keys of this video can not be renewed now: it must be ready in all its qualities, and no renewal on its way.',
    { reason: 'keys_not_renewable', status: 409 },
  );
}
