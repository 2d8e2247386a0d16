import { AppError } from '../../../platform/errors/app-error.ts';

export function noPersistentLicence(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'This device keeps no valid licence of this video.');
}
