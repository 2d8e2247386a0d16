import { noteLimits } from '@prahari/contract';
import type { RowRefusals } from '../../../platform/db/row-refusals.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { videoNotAvailable } from '../../drm/index.ts';

export function noteNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function tooManyNotes(): AppError {
  return new AppError(
    'INVALID_VALUE',
    `There are ${noteLimits.notesPerVideo} notes on this video. Delete some to add more.`,
    { reason: 'too_many_notes' },
  );
}

/** A video that is purged while a learner writes a note. */
export const noteRowRefusals: RowRefusals = { lesson_notes_video_id_fkey: videoNotAvailable };
