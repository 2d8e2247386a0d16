import {
  type CannotPlay,
  type DeviceReset,
  type ErrorReason,
  maxPasskeys,
  type SecondStepWay,
  type UserType,
  type WorkOrder,
} from '@prahari/contract';
import { AppError, insufficientPermissions } from '../../platform/errors/app-error.ts';
import { findMinLength, maxLength, type PasswordContext } from './password/passwords.rules.ts';

/** Refuses calls for administrators without a sign-in (specification, sections 5 and 8). */
export function authenticationRequired(): AppError {
  return new AppError('TOKEN_MISSING', 'Authentication required');
}

/** Refuses a call that the caller's role may not make (specification, section 5). */
export function roleRequired(roles: readonly UserType[]): AppError {
  if (roles.includes('LEARNER')) return insufficientPermissions();
  const message = roles.includes('ADMIN') ? 'Admin access required' : 'Super admin access required';
  return new AppError('INSUFFICIENT_PERMISSIONS', message);
}

/** Refuses administrators who lack the second factor that their institution requires. */
export function enrolSecondFactorFirst(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'Set up a second factor in your profile first. Your institution requires it.',
    { reason: 'second_factor_enrolment_required' },
  );
}

/** Refuses a sign-in with one text for unknown, wrong and blocked (specification, section 8). */
export function invalidCredentials(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'Invalid credentials. Please check your phone number and password.',
    { status: 401, reason: 'invalid_credentials' },
  );
}

/**
 * Asks a device that is new to an account for work. The same for numbers without an account;
 * clients that can't work wait, as the text says.
 */
export function proofOfWorkRequired(work: WorkOrder, retryAfterSeconds: number): AppError {
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Too many login attempts. Please wait a moment and try again.',
    { reason: 'proof_of_work_required', details: { work }, retryAfterSeconds },
  );
}

/** Refuses only after the password was right, so that guessing learns nothing. */
export function deviceNotBound(deviceReset: DeviceReset): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'This account is bound to another device. Ask your centre to release it.',
    { reason: 'device_not_bound', details: { deviceReset } },
  );
}

/** Refuses after a correct password, before anything is bound; uses the words of the player. */
export function deviceCannotPlay(cannotPlay: CannotPlay): AppError {
  const message =
    cannotPlay.verdict === 'mobile'
      ? 'Video playback is not available on mobile devices. Please use a laptop, desktop computer, or Smart TV.'
      : `This screen is too small for video playback. Please use a screen that is at least ${cannotPlay.minimumScreenPixels} pixels wide.`;
  return new AppError('ACCESS_DENIED', message, {
    reason: 'device_cannot_play',
    details: { cannotPlay },
  });
}

/**
 * Refuses with the same answer for sessions of others and for none at all (specification, section
 * 8).
 */
export function sessionNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function wrongPassword(): AppError {
  return new AppError('ACCESS_DENIED', 'That is not your password.', {
    status: 401,
    reason: 'wrong_password',
  });
}

export function passwordChangeRequired(
  setPasswordToken: string,
  expiresAt: Date,
  passwordMinLength: number,
): AppError {
  return new AppError('ACCESS_DENIED', 'Choose a password of your own to go on.', {
    reason: 'password_change_required',
    details: { setPasswordToken, expiresAt: expiresAt.toISOString(), passwordMinLength },
  });
}

/** Asks for the second step, only after the password was right. */
export function secondFactorRequired(step: {
  readonly token: string;
  readonly expiresAt: Date;
  readonly ways: readonly SecondStepWay[];
}): AppError {
  const { token: secondFactorToken, ways } = step;
  return new AppError('ACCESS_DENIED', 'Use your second factor to go on.', {
    reason: 'second_factor_required',
    details: { secondFactorToken, expiresAt: step.expiresAt.toISOString(), ways },
  });
}

/** Refuses a passkey, with the same answer for every cause. */
export function passkeyRefused(): AppError {
  return new AppError('ACCESS_DENIED', 'That passkey was not accepted. Try again.', {
    reason: 'passkey_refused',
  });
}

export function passkeyTaken(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'This passkey is in use already.', {
    reason: 'passkey_taken',
  });
}

export function passkeysFull(): AppError {
  return new AppError('INVALID_VALUE', 'There is no room for another passkey.', {
    reason: 'passkeys_full',
    details: { atMost: maxPasskeys },
  });
}

/** Refuses passkeys at a server that is reached by an IP address. */
export function passkeysUnavailable(): AppError {
  return new AppError('INVALID_VALUE', 'Passkeys need a server with a domain name.', {
    reason: 'passkeys_unavailable',
  });
}

/** Refuses with the same answer for passkeys of others and for none at all. */
export function passkeyNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

/** Refuses to remove the last factor of a user whose institution requires one. */
export function secondFactorNeeded(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'Your institution requires a second factor. Add another one first.',
    {
      reason: 'second_factor_needed',
    },
  );
}

/** Refuses with the same answer for wrong, late and used codes. */
export function secondFactorWrong(): AppError {
  return new AppError('ACCESS_DENIED', 'That code is not right, or was used before.', {
    reason: 'second_factor_wrong',
  });
}

export function secondFactorEnrolled(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'There is a second factor already.', {
    reason: 'second_factor_enrolled',
  });
}

export function secondFactorNotEnrolled(): AppError {
  return new AppError('INVALID_VALUE', 'There is no second factor, or its set-up ran out.', {
    reason: 'second_factor_not_enrolled',
  });
}

/** Refuses for any number where codes are sent neither by SMS nor by e-mail. */
export function passwordResetUnavailable(): AppError {
  return new AppError('ACCESS_DENIED', 'Ask your centre for a new activation code.', {
    reason: 'password_reset_unavailable',
  });
}

export function activationInvalid(): AppError {
  return new AppError(
    'ACCESS_DENIED',
    'The code and phone number do not match, or the code was already used or has expired. Ask your centre for a new one.',
    { status: 401, reason: 'activation_invalid' },
  );
}

/** Refuses a proof without a step from a device whose proofs have steps. */
export function stepMissing(): AppError {
  return new AppError('TOKEN_INVALID', 'The device proof is not valid: its step is missing.', {
    reason: 'proof_invalid',
  });
}

/** Refuses a late request; the device has taken later steps since. */
export function stepLate(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'This device has gone on meanwhile. Try again.', {
    reason: lateReason,
  });
}

const lateReason = 'changed_meanwhile';

/** Tells whether a sign-in or renewal was refused by `stepLate`. */
export function isStepLate(error: unknown): boolean {
  return error instanceof AppError && error.details?.['reason'] === lateReason;
}

/** Refuses a browser's signature, with the same answer for every cause. */
export function bindingRefused(): AppError {
  return new AppError('TOKEN_INVALID', 'That does not bind this session.', {
    reason: 'binding_refused',
  });
}

/** Asks the browser itself to sign the challenge in this answer. */
export function bindingProofRequired(): AppError {
  return new AppError('ACCESS_DENIED', 'Sign the challenge to go on.', {
    reason: 'binding_proof_required',
  });
}

/**
 * Refuses a call of a bound session without its cookie: from a copy, or from a browser that lost
 * its key.
 */
export function bindingMissing(): AppError {
  return new AppError(
    'TOKEN_INVALID',
    'Your session belongs to the browser it was opened in. Please log in again.',
    { reason: 'binding_missing' },
  );
}

/** Refuses while the browser says that it could not renew the cookie just now; it may ask again. */
export function bindingPostponed(): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', 'Your browser is busy. Please try again shortly.', {
    reason: 'binding_postponed',
    retryAfterSeconds: 10,
  });
}

const refusals = ['refresh_invalid', 'refresh_reused', 'device_copied'] as const;

export function refreshRefused(reason: (typeof refusals)[number]): AppError {
  return new AppError('TOKEN_INVALID', 'Your session has expired. Please log in again.', {
    reason,
  });
}

/**
 * Tells whether the refresh token itself was refused; a bound session may only lack its other
 * cookie.
 */
export function isRefreshRefused(error: unknown): boolean {
  const reason = error instanceof AppError ? error.details?.['reason'] : undefined;
  return refusals.some((one) => one === reason);
}

/** Refuses a password with the broken rule, and the requirement. */
export function passwordRefused(reason: ErrorReason, context: PasswordContext): AppError {
  const minLength = findMinLength(context.userType, context.hasSecondFactor);
  const texts: Partial<Record<ErrorReason, string>> = {
    password_too_short: `Use at least ${minLength} characters.`,
    password_too_long: `Use at most ${maxLength} characters.`,
    password_too_common: 'This password is too common and easy to guess. Choose another one.',
    password_contextual: 'Your password cannot contain your name or phone number.',
    password_breached: 'This password is in a list of stolen passwords. Choose another one.',
  };
  return new AppError('INVALID_VALUE', texts[reason] ?? 'Choose another password.', {
    reason,
    details: { minLength },
  });
}
