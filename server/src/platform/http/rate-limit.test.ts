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

function setup() {
  const count = createRateLimit('notes', 2);
  const said: Record<string, string>[] = [];
  const reply = { headers: (headers: Record<string, string>) => said.push(headers) };
  return { call: (key: string) => refusalOf(count(key, reply)), said };
}

it('refuses calls beyond the limit until the minute is over, for each user separately', async () => {
  const { call } = setup();
  expect(await call('asha')).toBeNull();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await call('asha')).toBeNull();
  const refusal = await call('asha');
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ status: 429, type: 'RateLimitError', retryAfterSeconds: 45 });
  expect(await call('ravi')).toBeNull();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(await call('asha')).toBeNull();
});

it('says the limit and what is left of it with every answer, refusals too', async () => {
  const { call, said } = setup();
  await call('asha');
  await vi.advanceTimersByTimeAsync(15_000);
  await call('asha');
  await call('asha');
  expect(said.map((headers) => headers['ratelimit'])).toEqual([
    '"notes";r=1;t=60',
    '"notes";r=0;t=45',
    '"notes";r=0;t=45',
  ]);
  expect(new Set(said.map((headers) => headers['ratelimit-policy']))).toEqual(
    new Set(['"notes";q=2;w=60']),
  );
});
