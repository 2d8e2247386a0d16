import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../setup/root.mjs';
import { durationsIn, integrationTestsNear, withinBudget } from './changed.mjs';

describe('integration tests near a change', () => {
  const all = ['a/one.int.test.ts', 'a/two.int.test.ts', 'a/two.test.ts', 'b/three.int.test.ts'];

  it('are those beside it, and first those that changed', () => {
    const [one, two] = all;
    expect(integrationTestsNear(['a/rules.ts'], all)).toEqual([one, two]);
    expect(integrationTestsNear(['a/two.usecases.ts'], all)).toEqual([two, one]);
    expect(integrationTestsNear(['a/rules.ts', 'b/three.int.test.ts'], all)[0]).toBe(
      'b/three.int.test.ts',
    );
  });

  it('exclude deleted ones, and those of folders below or above', () => {
    expect(integrationTestsNear(['c/gone.int.test.ts', 'a/deep/x.ts', 'x.ts'], all)).toEqual([]);
  });
});

describe('a budget', () => {
  it('takes what fits, in order, and names the rest', () => {
    const durations = { 'a.ts': 50, 'b.ts': 60, 'c.ts': 40 };
    expect(withinBudget(['a.ts', 'b.ts', 'c.ts'], durations, 100)).toEqual({
      chosen: ['a.ts', 'c.ts'],
      left: ['b.ts'],
    });
  });

  it('has room for one in any case', () => {
    expect(withinBudget(['new.ts'], { 'new.ts': 1000 }, 10).chosen).toEqual(['new.ts']);
  });
});

it('reads how long each file took out of the report', () => {
  const name = inRoot('server', 'src', path.normalize('start.int.test.ts'));
  const testResults = [{ name, startTime: 1000.2, endTime: 3500.6 }];
  expect(durationsIn(JSON.stringify({ testResults }))).toEqual({
    'server/src/start.int.test.ts': 2500,
  });
});
