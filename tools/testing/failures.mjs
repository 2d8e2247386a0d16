/**
 * One line for each test that failed, so that the end of a long run says what to look at.
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ ok: boolean, title: string, file: string, line: number, tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/** @param {string | undefined} message */
const firstLine = (message) => (message ?? '').split('\n', 1)[0] ?? '';

/**
 * @param {string | undefined} report Vitest's JSON
 * @returns {string[]}
 */
export function failuresOfVitest(report) {
  if (report === undefined) return [];
  /** @type {{ testResults: VitestFile[] }} */
  const { testResults } = JSON.parse(report);
  return testResults
    .filter((file) => file.status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return [`${name}: ${firstLine(message)}`];
      return failed.map(
        (test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`,
      );
    });
}

/**
 * @param {string | undefined} report Playwright's JSON
 * @returns {string[]}
 */
export function failuresOfPlaywright(report) {
  if (report === undefined) return [];
  /** @param {Suite} suite @returns {Spec[]} */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  /** @type {Suite & { errors?: { message?: string }[] }} */
  const parsed = JSON.parse(report);
  const { errors = [] } = parsed;
  // Belongs to no test: a fault of a shared server that was found when it was stopped.
  const ofNone = errors.map(({ message = '' }) => message.split('\n\n', 1)[0] ?? '');
  const ofTests = specsOf(parsed)
    .filter((spec) => !spec.ok)
    .map(({ file, line, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const error = results.find((result) => result.error)?.error;
      return `${file}:${line} › ${title}: ${firstLine(error?.message)}`;
    });
  return [...ofTests, ...ofNone];
}
