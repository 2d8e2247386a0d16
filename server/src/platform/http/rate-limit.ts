import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/app-error.ts';

/**
 * Limits how often a call may be made for a key, counted in the memory of this process: without a
 * query, and separately in each process.
 * @param perMinute calls in a minute, which begins with the first call for a key
 * @returns counts one call. @throws AppError 429 with Retry-After (specification, section 8)
 */
export function createRateLimit(perMinute: number): (key: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (key) => {
    try {
      await limiter.consume(key);
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
