import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSession } from '../../../shared/api/testing/fake-api.ts';
import { beginPlayback, takePlayback } from './begin-playback.ts';

const video = '8e4df3a4-1111-4a2b-8c3d-000000000002';
const other = '8e4df3a4-1111-4a2b-8c3d-000000000003';
const locked = { videoAccessExpiresAt: null };

/** Counts the openings: each asks once whether the password is confirmed, and hears that it is not. */
function server(answer: () => Promise<unknown> = async () => locked) {
  const call = vi.fn(async (): Promise<never> => (await answer()) as never);
  return { call, session: fakeSession() };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the page takes what the click began', async () => {
  const api = server();
  beginPlayback(api, video);
  expect(await takePlayback(api, video)).toEqual({ kind: 'access-required' });
  expect(api.call).toHaveBeenCalledTimes(1);
});

test('it is taken once: a retry opens anew', async () => {
  const api = server();
  beginPlayback(api, video);
  await takePlayback(api, video);
  await takePlayback(api, video);
  expect(api.call).toHaveBeenCalledTimes(2);
});

test('another video opens anew', async () => {
  const api = server();
  beginPlayback(api, other);
  await takePlayback(api, video);
  expect(api.call).toHaveBeenCalledTimes(2);
});

test('one that nobody took is forgotten', async () => {
  const api = server();
  beginPlayback(api, video);
  vi.advanceTimersByTime(10_000);
  await takePlayback(api, video);
  expect(api.call).toHaveBeenCalledTimes(2);
});

test('who takes it hears of a failure', async () => {
  const api = server(() => Promise.reject(new Error('down')));
  beginPlayback(api, video);
  await expect(takePlayback(api, video)).rejects.toThrow('down');
});
