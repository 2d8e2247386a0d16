import { AppError } from '../../../platform/errors/app-error.ts';

export function videoNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function cannotPublishFailed(): AppError {
  return new AppError(
    'INVALID_VALUE',
    'This video could not be made ready, so it cannot be published. Upload it again.',
    { reason: 'video_not_available' },
  );
}
