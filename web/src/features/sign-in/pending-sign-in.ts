import { ApiError } from '@prahari/contract';

/** What the server wants after the right password, before it lets somebody in. */
export type PendingSignIn =
  | { readonly step: 'password'; readonly token: string; readonly minLength: number }
  | { readonly step: 'code'; readonly token: string };

/** Null for a refusal that is the end of it. */
export function pendingSignInOf(error: unknown): PendingSignIn | null {
  if (!(error instanceof ApiError)) return null;
  const { setPasswordToken, passwordMinLength: min, secondFactorToken } = error.details;
  if (error.reason === 'password_change_required' && typeof setPasswordToken === 'string') {
    return {
      step: 'password',
      token: setPasswordToken,
      minLength: typeof min === 'number' ? min : 1,
    };
  }
  if (error.reason === 'second_factor_required' && typeof secondFactorToken === 'string') {
    return { step: 'code', token: secondFactorToken };
  }
  return null;
}
