// @vitest-environment jsdom
import { ApiError } from '@prahari/contract';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PlaybackFailure } from '../playback-failure.ts';
import { useRetryWhenOnline } from './use-retry-when-online.ts';

function answer(status: number): ApiError {
  const fields = { status, type: 'InternalError', code: 'INTERNAL_SERVER_ERROR' } as const;
  return new ApiError({ ...fields, message: '', details: {}, correlationId: null });
}

test.each<[string, unknown, number]>([
  ['a server that could not be reached', answer(0), 1],
  ['segments that never came', new PlaybackFailure('offline'), 1],
  ['a refusal', answer(403), 0],
  ['a picture that can not be decoded', new PlaybackFailure('media'), 0],
  ['no failure', null, 0],
])('%s, once the line is back', (_, error, times) => {
  const retry = vi.fn();
  const { unmount } = renderHook(() => useRetryWhenOnline(error, retry));
  window.dispatchEvent(new Event('online'));
  expect(retry).toHaveBeenCalledTimes(times);
  unmount();
  window.dispatchEvent(new Event('online'));
  expect(retry).toHaveBeenCalledTimes(times);
});
