import type { ErrorReason, ManagedVideo } from '@prahari/contract';
import { AppError } from '../../platform/errors/app-error.ts';

export function videoNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function cannotPublishFailed(): AppError {
  return new AppError(
    'INVALID_VALUE',
    'This video could not be processed, so it cannot be published. Upload it again.',
    { reason: 'video_not_available' },
  );
}

/** @param current the current state, for the editor to compare */
export function videoEditedMeanwhile(current: ManagedVideo): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'Someone else changed this video while you were editing. Check the current values and try again.',
    { reason: 'edited_meanwhile', details: { current } },
  );
}

export function scheduleInvalid(): AppError {
  return invalid(
    'unpublishAt',
    'The end of publication must be after its start.',
    'schedule_invalid',
  );
}

/** @param fault in words, without any sent data */
export function chaptersInvalid(fault: string): AppError {
  return invalid('chapters', fault, 'chapters_invalid');
}

export function groupUnknown(): AppError {
  return invalid('audience', 'One of these user groups does not exist any more.', 'group_unknown');
}

function invalid(field: string, message: string, reason: ErrorReason): AppError {
  const details = { fields: [{ field, code: 'INVALID_VALUE', message }] };
  return new AppError('INVALID_VALUE', message, { reason, details });
}
