import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRenewedCache } from './renewed-cache.adapter.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

function counted(tookMs = 0) {
  let made = 0;
  const cache = createRenewedCache({
    freshMs: 10,
    usefulMs: 60,
    maxSize: 10,
    sizeOf: () => 1,
    make: async (name: string) => {
      made += 1;
      vi.advanceTimersByTime(tookMs);
      return { text: `${name} ${made}` };
    },
  });
  return { cache, get: async (name: string) => (await cache.get(name)).text };
}

it('makes a value once for all concurrent callers', async () => {
  const { get } = counted();
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  expect(await get('a')).toBe('a 1');
});

it('renews an older value in the background, and waits if it is too old', async () => {
  const { cache, get } = counted();
  await get('a');
  vi.advanceTimersByTime(11);
  expect(await get('a')).toBe('a 1');
  await settled();
  expect(cache.peek('a')).toEqual({ text: 'a 2' });
  vi.advanceTimersByTime(61);
  expect(await get('a')).toBe('a 3');
});

it('renews more rarely what takes long to make', async () => {
  const { get } = counted(20);
  await get('a');
  vi.advanceTimersByTime(170);
  expect(await get('a')).toBe('a 1');
  await settled();
  expect(await get('a')).toBe('a 1');
  vi.advanceTimersByTime(40);
  expect(await get('a')).toBe('a 2');
});

it('keeps nothing of what failed', async () => {
  let isBroken = true;
  const cache = createRenewedCache({
    freshMs: 10,
    usefulMs: 60,
    maxSize: 10,
    sizeOf: () => 1,
    make: async (_: string) => {
      if (isBroken) throw new Error('broken');
      return {};
    },
  });
  await expect(cache.get('a')).rejects.toThrow('broken');
  isBroken = false;
  await expect(cache.get('a')).resolves.toEqual({});
});
