import { AppError } from '../../../platform/errors/app-error.ts';

/** Refuses a mobile device, in the words of the specification (section 8). */
export function mobileDevice(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'Video playback is not available on mobile devices. Please use a laptop, desktop computer, or Smart TV.',
    { reason: 'mobile_device' },
  );
}

/** Refuses playback that an alert suspended for a time. */
export function playbackSuspended(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'Playback is paused for your account while unusual activity is checked. Ask your administrator.',
    { reason: 'playback_suspended' },
  );
}

/**
 * Refuses a call that names only a video of which several playback sessions are open: none is
 * guessed.
 */
export function playbackUnclear(): AppError {
  return new AppError(
    'REQUIRED_FIELD',
    'Several playback sessions of this video are open here. Name one as playbackSession.',
    { reason: 'playback_session_unclear' },
  );
}

/** Refuses a device that can't decrypt any of the video's encryption schemes. */
export function encryptionSchemeMissing(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'This video is not available in an encryption scheme that this device can play.',
    { reason: 'encryption_scheme_missing' },
  );
}
