import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../platform/errors/app-error.ts';

/** An account is one person's. */
const perAccount = { points: 10, duration: 300 } as const;

export interface SignInAttempt {
  readonly address: string;
  /** The number that was typed, in E.164; undefined when it is none. */
  readonly account: string | undefined;
  readonly deviceId: string;
  /** A device that signed in to this account before has a count of its own. */
  readonly isKnownDevice: boolean;
}

/** Slows guessing down without letting strangers lock out the device that a learner uses. */
export function createSignInLimits(perAddress: number) {
  const addresses = new RateLimiterMemory({ points: perAddress, duration: 60 });
  const accounts = new RateLimiterMemory(perAccount);
  const accountKey = (attempt: SignInAttempt) =>
    attempt.isKnownDevice
      ? `${attempt.account}|${attempt.deviceId}`
      : (attempt.account ?? `no number from ${attempt.address}`);

  return {
    /** Counts the attempt before it is judged. @throws AppError 429 with Retry-After */
    async count(attempt: SignInAttempt): Promise<void> {
      try {
        // The address first: once it is used up, it can't fill the counters of others' accounts.
        if (!attempt.isKnownDevice) await addresses.consume(attempt.address);
        await accounts.consume(accountKey(attempt));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError(
          'RATE_LIMIT_EXCEEDED',
          'Too many login attempts. Please wait a moment and try again.',
          { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) },
        );
      }
    },
    async forget(attempt: SignInAttempt): Promise<void> {
      await accounts.delete(accountKey(attempt));
    },
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
