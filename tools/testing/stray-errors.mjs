import { writeFileSync } from 'node:fs';
import process from 'node:process';

/** The file in which the reporter stores them: Vitest's own JSON does not contain such errors. */
export const strayErrorsVariable = 'PRAHARI_STRAY_ERRORS_FILE';

/**
 * A reporter of Vitest for errors outside of tests, such as an unhandled rejection: they fail a run
 * whose tests all passed, and their text would be thousands of lines above its end.
 */
export default class StrayErrorsReporter {
  /**
   * @param {unknown} _modules
   * @param {ReadonlyArray<{ message?: string, stack?: string }>} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env[strayErrorsVariable];
    if (file === undefined) return;
    const lines = errors.map(({ message = '', stack = '' }) => {
      const places = stack.split('\n').filter((line) => line.includes('.test.ts'));
      return `outside of any test: ${message.split('\n', 1)[0]} ${places[0]?.trim() ?? ''}`.trim();
    });
    writeFileSync(file, JSON.stringify(lines));
  }
}
