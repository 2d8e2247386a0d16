import { expect, test, vi } from 'vitest';
import { loadPatiently } from './load-patiently.ts';

const gone = new Error('Failed to fetch dynamically imported module');

test('what could not be fetched without a connection is fetched when it is back', async () => {
  let comeBack: () => void = () => undefined;
  const connection = {
    check: async () => false,
    whenUp: () => new Promise<void>((resolve) => (comeBack = resolve)),
  };
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue('page');
  const loaded = loadPatiently(load, connection);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1), 20_000);
  await Promise.resolve();
  comeBack();
  expect(await loaded).toBe('page');
  expect(load).toHaveBeenCalledTimes(2);
});

test('what is not there though the server is fails at once', async () => {
  const connection = { check: async () => true, whenUp: async () => undefined };
  const load = vi.fn(() => Promise.reject(gone));
  await expect(loadPatiently(load, connection)).rejects.toBe(gone);
  expect(load).toHaveBeenCalledTimes(1);
});
