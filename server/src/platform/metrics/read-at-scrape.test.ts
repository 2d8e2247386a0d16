import { expect, it } from 'vitest';
import { readAtScrape } from './read-at-scrape.ts';

it('reads once for all callers at the same time or soon after', async () => {
  let asked = 0;
  const read = readAtScrape(async () => {
    asked += 1;
    return asked;
  });
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  expect(await read()).toBe(1);
});

it('reads again when the value is old', async () => {
  let asked = 0;
  const read = readAtScrape(
    async () => {
      asked += 1;
      return asked;
    },
    { keptMs: 0, patienceMs: 1000 },
  );
  await read();
  await read();
  expect(asked).toBe(2);
});

it('has no value when there is none to be had, and has it again when there is', async () => {
  let isAway = true;
  const read = readAtScrape(async () => {
    if (isAway) throw new Error('the database is away');
    return 7;
  });
  expect(await read()).toBeUndefined();
  isAway = false;
  expect(await read()).toBe(7);
});

it('waits no longer than its patience, and asks nothing beside a question that is open', async () => {
  let asked = 0;
  const { promise, resolve } = Promise.withResolvers<number>();
  const read = readAtScrape(
    () => {
      asked += 1;
      return promise;
    },
    { keptMs: 5000, patienceMs: 10 },
  );
  expect(await read()).toBeUndefined();
  expect(await read()).toBeUndefined();
  expect(asked).toBe(1);
  resolve(3);
  expect(await read()).toBe(3);
});
