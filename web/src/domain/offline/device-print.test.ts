// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { takeDevicePrint } from './device-print.ts';

afterEach(() => vi.restoreAllMocks());

test('a machine has one print, and another one with another processor', async () => {
  const print = await takeDevicePrint();
  expect(print).toMatch(/^[\w-]{43}$/);
  expect(await takeDevicePrint()).toBe(print);
  vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(31);
  expect(await takeDevicePrint()).not.toBe(print);
});

test('an update of the browser changes nothing of it', async () => {
  const print = await takeDevicePrint();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Another/2.0');
  expect(await takeDevicePrint()).toBe(print);
});
