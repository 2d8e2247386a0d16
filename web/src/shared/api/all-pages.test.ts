import { expect, test } from 'vitest';
import { readAllPages } from './all-pages.ts';

async function readListOf(total: number) {
  const list = Array.from({ length: total }, (_, at) => at);
  let calls = 0;
  const found = await readAllPages(async ({ page, limit }) => {
    calls += 1;
    return { items: list.slice((page - 1) * limit, page * limit), total };
  });
  return { isStart: found.every((item, at) => item === at), read: found.length, calls };
}

test.each([
  [0, 0, 1],
  [100, 100, 1],
  [101, 101, 2],
  [1000, 1000, 10],
  [5000, 1000, 10],
])('of a list of %i, %i are read in %i calls', async (total, read, calls) => {
  expect(await readListOf(total)).toEqual({ isStart: true, read, calls });
});
