import { noteLimits } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';

export function noteNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function tooManyNotes(): AppError {
  return new AppError(
    'INVALID_VALUE',
    `There are ${noteLimits.notesPerLesson} notes in this lesson. Delete some to write more.`,
    { reason: 'too_many_notes' },
  );
}
