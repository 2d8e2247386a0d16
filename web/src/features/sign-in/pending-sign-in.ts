import { ApiError, type SecondStepWay, secondStepWays } from '@prahari/contract';

export interface Credentials {
  readonly countryCode: string;
  readonly contactNumber: string;
  readonly password: string;
}

/** The step that the server requires after the right password, before the user is signed in. */
export type PendingSignIn =
  | { readonly step: 'password'; readonly token: string; readonly minLength: number }
  | { readonly step: 'second'; readonly token: string; readonly ways: readonly SecondStepWay[] };

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
    const { ways } = error.details;
    const offered = secondStepWays.filter((way) => Array.isArray(ways) && ways.includes(way));
    return { step: 'second', token: secondFactorToken, ways: offered };
  }
  return null;
}
