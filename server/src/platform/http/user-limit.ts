import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/app-error.ts';

/**
 * Limits how often each user may make a call, counted in the memory of this process: without a
 * query, and with several processes each allows so much.
 * @param perMinute calls in a minute that begins with a user's first
 * @returns counts one call. @throws AppError 429 with Retry-After (specification, section 8)
 */
export function createUserLimit(perMinute: number): (userId: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (userId) => {
    try {
      await limiter.consume(userId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        'Too many requests. Please wait a moment and try again.',
        { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) },
      );
    }
  };
}
