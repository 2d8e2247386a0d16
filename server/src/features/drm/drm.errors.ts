import type { ErrorReason } from '@prahari/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import type { PlaybackEnd } from './ports.ts';

/** Refuses because the password has not been confirmed for watching, or not recently. */
export function accessSessionRequired(): AppError {
  return new AppError('ACCESS_DENIED', 'Confirm your password to watch this video.', {
    reason: 'access_session_required',
  });
}

/**
 * Refuses with the same answer for a video that does not exist and one that this viewer may not
 * see.
 */
export function videoNotAvailable(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'This video is not available.', {
    reason: 'video_not_available',
  });
}

export function userTokenInvalid(): AppError {
  return new AppError('ACCESS_DENIED', 'The permission to play this video has expired.', {
    reason: 'user_token_invalid',
  });
}

const ends = {
  over: { reason: 'playback_session_ended', message: 'This playback session has ended.' },
  moved: { reason: 'playback_moved', message: 'Playback was moved to another device or window.' },
  terminated: {
    reason: 'access_terminated',
    message: 'Your access to this video was ended. Ask your administrator to restore it.',
  },
} as const satisfies Record<PlaybackEnd, { reason: ErrorReason; message: string }>;

export function nameEndReason(end: PlaybackEnd): ErrorReason {
  return ends[end].reason;
}

/**
 * Refuses a playback session, with the same answer for one that is over and one of another user.
 */
export function playbackEnded(end: PlaybackEnd): AppError {
  const { reason, message } = ends[end];
  return new AppError('ACCESS_DENIED', message, { reason });
}

/** Refuses a licence request that does not name its playback in any way. */
export function playbackNotNamed(): AppError {
  return new AppError(
    'REQUIRED_FIELD',
    'Name the playback session in playbackSession, or its video in the header X-Video-Id.',
  );
}

/** Refuses keys, without saying which one it was or whether it exists. */
export function keyNotEntitled(): AppError {
  return new AppError('ACCESS_DENIED', 'This playback session does not include these keys.', {
    reason: 'key_not_entitled',
  });
}

export function hardwareSecurityRequired(): AppError {
  return new AppError('ACCESS_DENIED', 'This quality needs a device with hardware protection.', {
    reason: 'hardware_security_required',
  });
}

export function keyIdsMalformed(): AppError {
  return new AppError('INVALID_FORMAT', 'A key id is 16 bytes as base64url without padding.');
}

/** Refuses a key system without a configured licence service. */
export function drmSystemNotOffered(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'Licences of this kind are not offered here.', {
    reason: 'drm_system_not_offered',
  });
}

export function challengeInvalid(): AppError {
  return new AppError('INVALID_FORMAT', 'This is no licence request of a player.', {
    reason: 'challenge_invalid',
  });
}

/**
 * Refuses while the service fails; for the learner it is the same whether it is slow, down, resting
 * or answers nonsense.
 */
export function licenceServiceUnavailable(): AppError {
  return new AppError(
    'EXTERNAL_SERVICE_ERROR',
    'The licence service is not responding. Please try again in a moment.',
    { reason: 'licence_service_unavailable', retryAfterSeconds: 10 },
  );
}

export function licenceServiceRefused(): AppError {
  return new AppError(
    'EXTERNAL_SERVICE_ERROR',
    'The licence service refused this device. Please contact support.',
    { reason: 'licence_service_refused' },
  );
}
