import { formatQuota, responseHeaders } from '@prahari/contract';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/app-error.ts';

const windowSeconds = 60;

/** An answer that has headers, as that of Fastify. */
interface Answer {
  headers(values: Readonly<Record<string, string>>): unknown;
}

/**
 * Limits how often a call may be made for a key, counted in the memory of this process: without a
 * query, and separately in each process.
 * @param policy its name, for callers that wait before they would be refused
 * @param perMinute calls in a minute, which begins with the first call for a key
 * @returns counts one call, and says in the headers of its answer what is left. @throws AppError 429 with Retry-After (specification, section 8)
 */
export function createRateLimit(policy: string, perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });

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

  return async (key: string, answer: Answer): Promise<void> => {
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
