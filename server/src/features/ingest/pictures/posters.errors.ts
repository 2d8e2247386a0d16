import { AppError } from '../../../platform/errors/app-error.ts';

export function posterInvalid(): AppError {
  return new AppError('INVALID_FORMAT', 'This is no picture. Choose a JPEG, PNG or WebP file.', {
    reason: 'poster_invalid',
  });
}

export function posterNotPossible(): AppError {
  return new AppError(
    'INVALID_VALUE',
    'A poster can be chosen once the video plays, and only of a moment within it.',
    { reason: 'poster_not_possible', status: 409 },
  );
}
