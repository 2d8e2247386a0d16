import { expect, it } from 'vitest';
import { createUserCounts } from './user-counts.adapter.ts';

const all = { scope: { sees: 'everybody' } } as const;

function counted(present: { total: number }) {
  const asked: (number | undefined)[] = [];
  const total = createUserCounts(async (_filter, upTo) => {
    asked.push(upTo);
    return Math.min(present.total, upTo ?? Number.POSITIVE_INFINITY);
  });
  return { asked, total };
}

it('is exact for what can be counted quickly', async () => {
  const present = { total: 10_000 };
  const { asked, total } = counted(present);
  expect(await total(all)).toBe(10_000);
  present.total = 9_999;
  expect(await total(all)).toBe(9_999);
  expect(asked).toEqual([10_001, 10_001]);
});

it('counts many once for all who ask for the same', async () => {
  const { asked, total } = counted({ total: 1_000_000 });
  const answers = await Promise.all([total(all), total(all), total(all)]);
  expect(answers).toEqual([1_000_000, 1_000_000, 1_000_000]);
  expect(await total(all)).toBe(1_000_000);
  expect(asked.filter((upTo) => upTo === undefined)).toHaveLength(1);
  await total({ ...all, status: 'blocked' });
  expect(asked.filter((upTo) => upTo === undefined)).toHaveLength(2);
});
