import { AppError } from '../../../platform/errors/app-error.ts';

/** Refuses with the same answer for one that does not exist and one of a learner out of scope. */
export function terminationNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function terminationLifted(): AppError {
  return new AppError('INVALID_VALUE', 'This learner has access to the video again already.', {
    reason: 'termination_lifted',
    status: 409,
  });
}

/** Refuses administrators who try to lift their own termination. */
export function ownTermination(): AppError {
  return new AppError('ACCESS_DENIED', 'You can’t do this to your own account.', {
    reason: 'not_yourself',
  });
}
