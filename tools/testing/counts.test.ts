import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, succeeded, summaryLine } from './counts.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});
const vitestReport = (...testResults: object[]) => JSON.stringify({ testResults });

describe('countVitest', () => {
  it('counts tests by what became of them', () => {
    const report = vitestReport(
      file('passed', 'passed', 'pending', 'todo'),
      file('failed', 'failed', 'passed'),
    );
    expect(countVitest(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it('counts a file that could not be loaded', () => {
    const report = vitestReport(file('failed'), file('passed', 'passed'));
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('believes the exit code when no test failed, and no report at all even less', () => {
    const report = vitestReport(file('passed', 'passed'));
    expect(countVitest(report, 0).failed).toBe(0);
    expect(countVitest(report, 1).failed).toBe(1);
    expect(countVitest(undefined, 0).failed).toBe(1);
  });
});

describe('countPlaywright', () => {
  it('counts what passed only when repeated as failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright(JSON.stringify({ stats }), 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
    });
  });
});

describe('the summary', () => {
  it('names the skipped only when there are some', () => {
    expect(summaryLine({ passed: 7, failed: 0, skipped: 0 })).toBe('7 passed, 0 failed');
    expect(summaryLine({ passed: 7, failed: 1, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped');
  });

  it('is no success when nothing ran', () => {
    expect(succeeded({ passed: 0, failed: 0, skipped: 9 })).toBe(false);
    expect(succeeded({ passed: 1, failed: 0, skipped: 9 })).toBe(true);
  });
});
