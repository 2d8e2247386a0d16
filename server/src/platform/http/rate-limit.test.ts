import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createRateLimit } from './rate-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusalOf = (counted: Promise<void>) =>
  counted.then(
    () => null,
    (error: unknown) => error,
  );

it('refuses what is too much until the minute is over, for each user alone', async () => {
  const count = createRateLimit(2);
  await count('asha');
  await vi.advanceTimersByTimeAsync(15_000);
  await count('asha');
  const refusal = await refusalOf(count('asha'));
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ status: 429, type: 'RateLimitError', retryAfterSeconds: 45 });
  expect(await refusalOf(count('ravi'))).toBeNull();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(await refusalOf(count('asha'))).toBeNull();
});
