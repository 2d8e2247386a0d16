import type { ErrorCode, ErrorReason } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';

/** Counts that show attacks; there from the start, so that a rise from 0 shows. */
const watched = [
  'invalid_credentials',
  'second_factor_wrong',
  'passkey_refused',
  'device_not_bound',
  'device_cannot_play',
  'RATE_LIMIT_EXCEEDED',
  'proof_of_work_required',
] as const satisfies (ErrorReason | ErrorCode)[];

/** Steps of a sign-in that continues; not failures. */
const steps: readonly unknown[] = [
  'second_factor_required',
  'password_change_required',
] satisfies ErrorReason[];

/** Creates the counter of refused sign-ins and second steps, by reason, else by code. */
export function createFailedSignInCounter(metrics: Pick<Metrics, 'counter'>) {
  const count = metrics.counter(
    'prahari_sign_in_failures_total',
    'Sign-ins that were refused, by reason.',
    ['reason'],
  );
  for (const reason of watched) count({ reason }, 0);

  /** Counts the sign-in when it is refused, and passes its outcome on. */
  return async function countIfFailed<Answer>(signIn: Promise<Answer>): Promise<Answer> {
    try {
      return await signIn;
    } catch (error) {
      if (error instanceof AppError) {
        const reason = error.details?.['reason'] ?? error.code;
        if (!steps.includes(reason)) count({ reason: `${reason}` });
      }
      throw error;
    }
  };
}

export type CountIfFailed = ReturnType<typeof createFailedSignInCounter>;
