import { AppError } from '../../../platform/errors/app-error.ts';

/** Specification, section 8, word for word. */
export function mobileDevice(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'Video playback is not available on mobile devices. Please use a laptop, desktop computer, or Smart TV.',
    { reason: 'mobile_device' },
  );
}
