// @vitest-environment jsdom
import { ApiError } from '@prahari/contract';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConnection } from '../../../../shared/connection/connection.ts';
import { PlaybackFailure } from '../playback-failure.ts';
import { useRetryWhenUp } from './use-retry-when-up.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function answer(status: number): ApiError {
  const fields = { status, type: 'InternalError', code: 'INTERNAL_SERVER_ERROR' } as const;
  return new ApiError({ ...fields, message: '', details: {}, correlationId: null });
}

/** The player in front of a network that the test turns on and off. */
function showFailure(error: unknown, isUp = false) {
  const line = { isUp };
  const connection = createConnection({
    probe: async () => line.isUp,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const retry = vi.fn();
  const hook = renderHook(useRetryWhenUp, {
    initialProps: { error, hasLoaded: false, retry, connection },
  });
  const show = (next: { error: unknown; hasLoaded?: boolean }) =>
    hook.rerender({ hasLoaded: false, retry, connection, ...next });
  return { line, retry, show, unmount: hook.unmount };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test.each<[string, unknown, number]>([
  ['a server that could not be reached', answer(0), 1],
  ['segments that never came', new PlaybackFailure('offline'), 1],
  ['a refusal', answer(403), 0],
  ['a picture that can not be decoded', new PlaybackFailure('media'), 0],
  ['no failure', null, 0],
])('%s, once the server answers', async (_, error, times) => {
  const { line, retry } = showFailure(error);
  await pass(60_000);
  expect(retry).not.toHaveBeenCalled();
  line.isUp = true;
  await pass(60_000);
  expect(retry).toHaveBeenCalledTimes(times);
});

test('a retry that fails too is followed by others, later each time', async () => {
  const { retry, show } = showFailure(answer(0), true);
  const pauses: number[] = [];
  for (let number = 1; number <= 8; number += 1) {
    let ms = 0;
    for (; retry.mock.calls.length < number; ms += 100) await pass(100);
    pauses.push(ms);
    show({ error: null });
    show({ error: answer(0) });
  }
  expect(pauses[0]).toBeLessThanOrEqual(1100);
  expect(pauses[3]).toBeGreaterThan(3900);
  expect(pauses[7]).toBeGreaterThan(29_000);
});

test('what was played in between begins the pauses again', async () => {
  const { retry, show } = showFailure(answer(0), true);
  for (let number = 0; number < 6; number += 1) {
    show({ error: null });
    show({ error: answer(0) });
  }
  show({ error: null, hasLoaded: true });
  show({ error: answer(0) });
  await pass(1100);
  expect(retry).toHaveBeenCalledTimes(1);
});

test('a page that is left retries nothing', async () => {
  const { line, retry, unmount } = showFailure(answer(0));
  unmount();
  line.isUp = true;
  await pass(60_000);
  expect(retry).not.toHaveBeenCalled();
});
