import type { ErrorCode, ErrorReason } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';

/** Counts that show attacks; there from the start, so that a rise from 0 shows. */
const watched = [
  'invalid_credentials',
  'second_factor_wrong',
  'passkey_refused',
  'device_not_bound',
  'RATE_LIMIT_EXCEEDED',
  'proof_of_work_required',
] as const satisfies (ErrorReason | ErrorCode)[];

/** Steps on the way in, which are no failures. */
const steps: readonly unknown[] = [
  'second_factor_required',
  'password_change_required',
] satisfies ErrorReason[];

/** Counts refusals of a sign-in or its second step by their reason, else by their code. */
export function countFailedSignIns(metrics: Pick<Metrics, 'counter'>) {
  const count = metrics.counter(
    'prahari_sign_in_failures_total',
    'Sign-ins that were refused, by reason.',
    ['reason'],
  );
  for (const reason of watched) count({ reason }, 0);

  return <Asked extends readonly unknown[], Answer>(
    signIn: (...asked: Asked) => Promise<Answer>,
  ): ((...asked: Asked) => Promise<Answer>) =>
    async (...asked) => {
      try {
        return await signIn(...asked);
      } catch (error) {
        if (error instanceof AppError) {
          const reason = error.details?.['reason'] ?? error.code;
          if (!steps.includes(reason)) count({ reason: `${reason}` });
        }
        throw error;
      }
    };
}
