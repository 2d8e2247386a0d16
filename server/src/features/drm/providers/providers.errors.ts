import { AppError } from '../../../platform/errors/app-error.ts';

export function editedMeanwhile(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'Somebody else changed this meanwhile.', {
    reason: 'edited_meanwhile',
  });
}

export function settingsInvalid(why: string): AppError {
  return new AppError('INVALID_VALUE', why, { reason: 'provider_settings_invalid' });
}

export function providerNotConfigured(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'No licence service is configured for this system.');
}
