import { formatQuota, responseHeaders } from '@prahari/contract';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/app-error.ts';
import type { SharedCounts } from './shared-counts.ts';

const windowSeconds = 60;

/** An answer that has headers, as that of Fastify. */
interface Answer {
  headers(values: Readonly<Record<string, string>>): unknown;
}

/** Counts a call for a key. @throws AppError 429 */
export type CountCall = (key: string, answer: Answer) => Promise<void>;

/**
 * Limits how often a call may be made for a key. It is counted in memory, without a query; processes
 * tell each other of callers that come near the limit.
 * @param policy its name, for callers that wait before they would be refused
 * @param perMinute calls in a minute, which begins with the first call for a key
 * @param counts left out where one process is all there is
 * @returns counts one call, and says in the headers of its answer what is left. @throws AppError 429 with Retry-After (specification, section 8)
 */
export function createRateLimit(
  policy: string,
  perMinute: number,
  counts?: SharedCounts,
): CountCall {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  const noteHere = counts?.share(policy, perMinute, (key, calls) => {
    void limiter.penalty(key, calls);
  });

  function say(answer: Answer, left: RateLimiterRes): number {
    const secondsToReset = Math.max(1, Math.ceil(left.msBeforeNext / 1000));
    const remaining = left.remainingPoints;
    const quota = { policy, limit: perMinute, remaining, windowSeconds, secondsToReset };
    const fields = formatQuota(quota);
    answer.headers({
      [responseHeaders.rateLimitPolicy]: fields.policy,
      [responseHeaders.rateLimit]: fields.state,
    });
    return secondsToReset;
  }

  return async (key, answer) => {
    noteHere?.(key);
    try {
      say(answer, await limiter.consume(key));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        'Too many requests. Please wait a moment and try again.',
        { retryAfterSeconds: say(answer, refusal) },
      );
    }
  };
}
