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
    'This step cannot be retried: the job is running, the step was not reached, its qualities are published, or its file is no longer stored.',
    { reason: 'step_not_repeatable', status: 409 },
  );
}

export function jobNotRetryable(): AppError {
  return new AppError(
    'INVALID_VALUE',
    'This job cannot be retried: it did not fail, or its file is no longer stored. Upload the video again.',
    { reason: 'job_not_retryable', status: 409 },
  );
}
