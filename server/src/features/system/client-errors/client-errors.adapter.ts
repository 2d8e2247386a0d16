import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../platform/errors/app-error.ts';

/** A page flushes every 30 s (specification, section 9), and some at once when it goes wrong. */
const allowance = { points: 30, duration: 60 };

/** How often one user's pages may report. Each process counts for itself: the database has a cap. */
export function createReportLimit() {
  const limiter = new RateLimiterMemory(allowance);
  /** @throws AppError 429 with Retry-After */
  return async function count(userId: string): Promise<void> {
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
