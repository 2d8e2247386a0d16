import { AppError } from '../../../platform/errors/app-error.ts';
import type { CaptionsFault } from './webvtt.rules.ts';

export function captionsNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

/** @param faults the first of them, with their lines */
export function captionsInvalid(faults: readonly CaptionsFault[]): AppError {
  return new AppError('INVALID_FORMAT', 'This is not a file of captions in WebVTT.', {
    reason: 'captions_invalid',
    details: { faults },
  });
}

export function captionsLabelInvalid(): AppError {
  return new AppError('INVALID_VALUE', 'Give the captions a name of at most 60 letters.', {
    details: { fields: [{ field: 'label', code: 'INVALID_VALUE' }] },
  });
}

export function tooManyLanguages(most: number): AppError {
  return new AppError('INVALID_VALUE', `A video has captions in at most ${most} languages.`);
}
