import { describe, expect, it } from 'vitest';
import { addToSeries, createSeriesOf, type JudgedRule, readSeries } from './series.rules.ts';

const minuteMs = 60_000;
const rule: JudgedRule = {
  id: 'many',
  subject: 'user',
  threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 5, and: [] },
  timeWindow: 10 * minuteMs,
};

function createOne(rules: readonly JudgedRule[] = [rule]) {
  const [series] = createSeriesOf(rules, new Map()).values();
  if (!series) throw new Error('no series');
  return series;
}

describe('series of rules', () => {
  it('are shared by rules with the same metric, subject and window', () => {
    const all = createSeriesOf(
      [rule, { ...rule, id: 'more' }, { ...rule, id: 'long', timeWindow: 60 * minuteMs }],
      new Map(),
    );
    expect([...all.values()].map(({ askedBy }) => [...askedBy])).toEqual([
      ['many', 'more'],
      ['long'],
    ]);
  });

  it('keep what they counted when rules change', () => {
    const before = createSeriesOf([rule], new Map());
    const times = { atMs: 1000, latestMs: 1000, mostSubjects: 10 };
    for (const series of before.values()) addToSeries(series, 'asha', { x: 2 }, times);
    const changed = { ...rule, threshold: { ...rule.threshold, value: 9 } };
    const [series] = createSeriesOf([changed], before).values();
    expect(readSeries(series, 'asha', 1000)).toBe(2);
  });

  it('count within their window and not what is older', () => {
    const series = createOne();
    const add = (atMs: number) =>
      addToSeries(series, 'asha', { x: 1 }, { atMs, latestMs: atMs, mostSubjects: 10 });
    add(0);
    add(9 * minuteMs);
    expect(readSeries(series, 'asha', 9 * minuteMs)).toBe(2);
    expect(readSeries(series, 'asha', 12 * minuteMs)).toBe(1);
    expect(readSeries(series, 'ravi', 0)).toBe(0);
    expect(readSeries(undefined, 'asha', 0)).toBeUndefined();
  });

  it('forget the subject of the longest ago, and say so only where it still counted', () => {
    const series = createOne();
    const add = (key: string, atMs: number) =>
      addToSeries(series, key, { x: 1 }, { atMs, latestMs: atMs, mostSubjects: 2 });
    expect([add('a', 0), add('b', 1), add('c', 2)]).toEqual([0, 0, 1]);
    expect(readSeries(series, 'a', 2)).toBe(0);
    expect(add('d', 60 * minuteMs)).toBe(0);
    expect(series.windows.size).toBe(1);
  });
});
