import { AppError } from '../../../platform/errors/app-error.ts';

export function jobNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function jobEnded(): AppError {
  return new AppError('INVALID_VALUE', 'This job has ended, so it cannot be cancelled.', {
    reason: 'job_ended',
    status: 409,
  });
}

export function stepNotRepeatable(): AppError {
  return new AppError(
    'INVALID_VALUE',
    'This step cannot be repeated: the job is under way, the step was not reached, its qualities are published, or its file is no longer kept.',
    { reason: 'step_not_repeatable', status: 409 },
  );
}

export function jobNotRetryable(): AppError {
  return new AppError(
    'INVALID_VALUE',
    'This job cannot be taken up again: it did not fail, or its file is no longer kept. Upload the video again.',
    { reason: 'job_not_retryable', status: 409 },
  );
}
