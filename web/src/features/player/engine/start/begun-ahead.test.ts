import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBegunAhead } from './begun-ahead.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Begins names, and lists those that were chosen and those that were freed. */
function createNames() {
  const chosen: string[] = [];
  const freed: string[] = [];
  const ahead = createBegunAhead((name: string) => void freed.push(name));
  const start = (name: string) => async (choice: Promise<void>) => {
    choice.then(
      () => chosen.push(name),
      () => undefined,
    );
    return name;
  };
  return { ahead, chosen, freed, start };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

test('what was begun ahead waits for its choice, and goes to its page once', async () => {
  const { ahead, chosen, freed, start } = createNames();
  ahead.beginAhead('a', start('a'));
  await settled();
  expect([ahead.isWaiting('a'), chosen]).toEqual([true, []]);
  expect(ahead.choose('b')).toBe(false);
  expect(ahead.choose('a')).toBe(true);
  await expect(ahead.take()).resolves.toBe('a');
  expect([chosen, freed]).toEqual([['a'], []]);
  expect(() => ahead.take()).toThrow('nothing was begun');
});

test('what is not chosen is freed: by the next one, when its page is left, and after a minute', async () => {
  const { ahead, chosen, freed, start } = createNames();
  ahead.beginAhead('a', start('a'));
  ahead.beginAhead('b', start('b'));
  await settled();
  expect(freed).toEqual(['a']);
  ahead.dropUnchosen();
  await settled();
  expect(freed).toEqual(['a', 'b']);
  ahead.beginAhead('c', start('c'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([freed, chosen]).toEqual([['a', 'b', 'c'], []]);
});

test('what was chosen stays when the page before it is left', async () => {
  const { ahead, freed, start } = createNames();
  ahead.beginChosen('a', start('a'));
  ahead.dropUnchosen();
  await expect(ahead.take()).resolves.toBe('a');
  expect(freed).toEqual([]);
});

test('what failed ahead is begun again by the choice', async () => {
  const { ahead } = createNames();
  ahead.beginAhead('a', () => Promise.reject(new Error('down')));
  await settled();
  expect(ahead.choose('a')).toBe(false);
});
