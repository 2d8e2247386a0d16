/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function addCounts(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/**
 * Nothing failed, and something was looked at.
 * @param {Counts} counts
 */
export function succeeded({ passed, failed }) {
  return failed === 0 && passed > 0;
}

/** @param {Counts} counts */
export function summaryLine({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}

/**
 * One check that is no test: it passes or fails as a whole.
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countCheck(exitCode) {
  return exitCode === 0
    ? { passed: 1, failed: 0, skipped: 0 }
    : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Counts of Vitest's JSON report. A file that can't be loaded holds no test and counts as one.
 * @param {string | undefined} report its text, or `undefined` when none was written
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  if (report === undefined) return countCheck(1);
  /** @type {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(report);
  const tests = testResults.flatMap((file) => file.assertionResults);
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
  );
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failed = tests.filter((test) => test.status === 'failed').length + broken.length;
  return trustExitCode(
    { passed, failed, skipped: tests.length - passed - failed + broken.length },
    exitCode,
  );
}

/**
 * Counts of Playwright's JSON report. A test that passed only when repeated counts as failed.
 * @param {string | undefined} report its text, or `undefined` when none was written
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(report, exitCode) {
  if (report === undefined) return countCheck(1);
  const { stats } = JSON.parse(report);
  const counts = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
  return trustExitCode(counts, exitCode);
}

/**
 * A runner that fails for another reason than a test, such as an unhandled rejection, has failed
 * too.
 * @param {Counts} counts
 * @param {number} exitCode
 */
function trustExitCode(counts, exitCode) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
