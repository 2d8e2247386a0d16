import { ApiError } from '@prahari/contract';
import { expect, test } from 'vitest';
import { createBackOff, isRefusedForGood } from './redelivery.ts';

const answer = (status: number, extra: { reason?: string; retryAfterSeconds?: number } = {}) =>
  new ApiError({
    status,
    type: '',
    code: 'ACCESS_DENIED',
    message: '',
    correlationId: null,
    ...(extra.reason ? { details: { reason: extra.reason } } : {}),
    ...(extra.retryAfterSeconds ? { retryAfterSeconds: extra.retryAfterSeconds } : {}),
  });

test.each([400, 403, 404, 409, 413, 422])('an answer of %i refuses the batch itself', (status) => {
  expect(isRefusedForGood(answer(status))).toBe(true);
});

test.each([0, 200, 401, 408, 425, 429, 500, 502, 503])('an answer of %i may pass', (status) => {
  expect(isRefusedForGood(answer(status))).toBe(false);
});

test('a race and a failure of the page itself may pass, too', () => {
  expect(isRefusedForGood(answer(409, { reason: 'changed_meanwhile' }))).toBe(false);
  expect(isRefusedForGood(new TypeError('no storage'))).toBe(false);
});

test('the waits double up to a minute, and begin again once something arrived', () => {
  let now = 0;
  const backOff = createBackOff(
    () => now,
    () => 1,
  );
  expect(backOff.waitMs()).toBe(0);
  const waits = Array.from({ length: 8 }, () => {
    backOff.noteFailure(answer(503));
    const waitMs = backOff.waitMs();
    now += waitMs;
    expect(backOff.waitMs()).toBe(0);
    return waitMs;
  });
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  backOff.reset();
  backOff.noteFailure(answer(0));
  expect(backOff.waitMs()).toBe(1000);
});

test('waits at least as long as the server asks, and jitter shortens our own pause by half at most', () => {
  const backOff = createBackOff(
    () => 0,
    () => 0,
  );
  backOff.noteFailure(answer(429, { retryAfterSeconds: 30 }));
  expect(backOff.waitMs()).toBe(30_000);
  backOff.noteFailure(answer(503));
  expect(backOff.waitMs()).toBe(1000);
});
