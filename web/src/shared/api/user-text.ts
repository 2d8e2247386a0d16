import { ApiError, type ErrorReason } from '@prahari/contract';

/** Where the error was met: signing in has its own words (specification, section 8). */
export type Situation = 'general' | 'login' | 'refresh' | 'validation';

/** Reasons whose own sentence helps the user more than the one of their status. */
const SPOKEN_REASONS = [
  'activation_invalid',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_contextual',
  'phone_invalid',
  'phone_taken',
  'wrong_password',
  'access_session_required',
  'user_token_invalid',
  'video_not_available',
  'playback_session_ended',
  'key_not_entitled',
  'upload_file_missing',
  'upload_file_empty',
  'upload_too_large',
  'upload_type_not_supported',
  'upload_interrupted',
  'storage_full',
  'overloaded',
] as const satisfies readonly ErrorReason[];

type SpokenReason = (typeof SPOKEN_REASONS)[number];
type StatusText =
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'tooMany'
  | 'server'
  | 'network'
  | 'other';
type LoginText = 'invalid' | 'tooMany' | 'connection' | 'failed';

export type UserTextKey =
  | `reason.${SpokenReason}`
  | `status.${StatusText}`
  | `login.${LoginText}`
  | 'refresh'
  | 'validation';

/** The catalogue key of the sentence to show for an error: reason first, then status. */
export function userTextKey(error: unknown, situation: Situation = 'general'): UserTextKey {
  if (situation === 'refresh') return 'refresh';
  const status = error instanceof ApiError ? error.status : null;
  const reason = error instanceof ApiError ? spokenReason(error.reason) : undefined;
  if (situation === 'validation' && status === 401) return 'validation';
  if (situation === 'login') return `login.${loginText(status)}`;
  if (reason) return `reason.${reason}`;
  return `status.${statusText(status)}`;
}

function spokenReason(reason: ErrorReason | null): SpokenReason | undefined {
  return SPOKEN_REASONS.find((spoken) => spoken === reason);
}

function statusText(status: number | null): StatusText {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooMany';
  if (status === 0) return 'network';
  return status !== null && status >= 500 ? 'server' : 'other';
}

function loginText(status: number | null): LoginText {
  if (status === 401) return 'invalid';
  if (status === 429) return 'tooMany';
  return status === 0 ? 'connection' : 'failed';
}
