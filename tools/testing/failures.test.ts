import { expect, it } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';

it('names what failed in a report of Vitest, and files that could not be loaded', () => {
  const test = (status: string, ...failureMessages: string[]) => ({
    fullName: 'a door is shut',
    status,
    failureMessages,
  });
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: [test('passed')] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [test('passed'), test('failed', 'Error: open\n at b.ts')],
      },
      { name: 'c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(failuresOfVitest(JSON.stringify(report))).toEqual([
    'b.test.ts › a door is shut: Error: open',
    'c.test.ts: no such module',
  ]);
  expect(failuresOfVitest(undefined)).toEqual([]);
});

it('names what failed in a report of Playwright, however deep, and what was of no test', () => {
  const spec = (ok: boolean, title: string) => ({
    ok,
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ results: [{}, { error: { message: 'Timeout\n log' } }] }],
  });
  const report = {
    suites: [{ specs: [spec(true, 'one')], suites: [{ specs: [spec(false, 'two')] }] }],
    errors: [{ message: 'Error: a shared server leaks\nhere\n\nFailed worker ran …' }],
  };
  expect(failuresOfPlaywright(JSON.stringify(report))).toEqual([
    'a.spec.ts:7 › two: Timeout',
    'Error: a shared server leaks\nhere',
  ]);
  expect(failuresOfPlaywright(undefined)).toEqual([]);
});
