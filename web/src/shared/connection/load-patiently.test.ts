// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPatiently } from './load-patiently.ts';

const gone = new Error('Failed to fetch dynamically imported module');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

/** A connection that the test brings back, and whose checks answer in turn. */
function connect(...checks: boolean[]) {
  let comeBack: () => void = () => undefined;
  return {
    check: async () => checks.shift() ?? true,
    whenUp: () => new Promise<void>((resolve) => (comeBack = resolve)),
    async comeBack() {
      await vi.advanceTimersByTimeAsync(0);
      comeBack();
    },
  };
}

test('a file that needs a connection is fetched when it is back', async () => {
  const connection = connect(false);
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue('page');
  const loaded = loadPatiently(load, connection);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  await connection.comeBack();
  expect(await loaded).toBe('page');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a file that a running server lacks fails after a second', async () => {
  const load = vi.fn(() => Promise.reject(gone));
  const refused = expect(loadPatiently(load, connect())).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(1000);
  await refused;
  expect(load).toHaveBeenCalledTimes(3);
});

test('a file that fails while the server restarts is loaded a moment later', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue('page');
  const loaded = loadPatiently(load, connect());
  await vi.advanceTimersByTimeAsync(500);
  expect(await loaded).toBe('page');
});

test('a file that fails at the end of an outage is fetched again, for a while', async () => {
  const connection = connect(false);
  const load = vi.fn(() => Promise.reject(gone));
  const loaded = loadPatiently(load, connection);
  const refused = expect(loaded).rejects.toBe(gone);
  await connection.comeBack();
  await vi.advanceTimersByTimeAsync(2000);
  await refused;
  expect(load).toHaveBeenCalledTimes(3);
});

test('a second outage is waited for as the first was', async () => {
  const connection = connect(false, true, false);
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(gone);
  const loaded = loadPatiently(load, connection);
  await connection.comeBack();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(3);
  load.mockResolvedValue('page');
  await connection.comeBack();
  expect(await loaded).toBe('page');
});

test('a style sheet that the outage took is asked for once more', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/page.css" crossorigin="">';
  const lost = document.head.firstElementChild;
  const connection = connect(false);
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue('page');
  const loaded = loadPatiently(load, connection);
  await connection.comeBack();
  await vi.advanceTimersByTimeAsync(0);
  const again = document.head.querySelector('link');
  expect(again).not.toBe(lost);
  expect(new URL(again?.href ?? '').pathname).toBe('/assets/page.css');
  again?.dispatchEvent(new Event('load'));
  expect(await loaded).toBe('page');
});
