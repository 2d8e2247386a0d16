import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runCaptured, runInForeground } from '../setup/process.mjs';
import { inRoot } from '../setup/root.mjs';
import { noteDurations } from './changed.mjs';
import { countCheck, countPlaywright, countVitest } from './counts.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
import { withQuickScratch } from './scratch.mjs';
import { strayErrorsVariable } from './stray-errors.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/**
 * Counts, with a line for each test that failed where the part's tool names them.
 * @typedef {Counts & { failures: string[] }} Outcome
 */

const bin = (/** @type {string} */ name) => inRoot('node_modules', '.bin', name);
const reports = inRoot('.cache', 'test');

/**
 * Checks that are no tests: a program and its arguments.
 * @type {Record<string, readonly [file: string, ...args: string[]]>}
 */
const checks = {
  lint: [bin('biome'), 'ci', '--diagnostic-level=error'],
  // More checkers than one check what they share again: a third more of two cores that all wait for.
  types: [bin('tsc'), '-b', '--checkers', '1'],
  structure: [process.execPath, inRoot('tools', 'check-structure.ts')],
  boundaries: [process.execPath, inRoot('tools', 'check-boundaries.mjs')],
  dead: [bin('knip')],
};

/** Read by tests of which every run tries a part: the rows of a table, rounds, `@soak` in browsers. */
const moreCases = { SOAK: 'on' };

/** Each server of the integration tests then stands behind a PgBouncer of its own. */
const pooled = { BEHIND_POOLER: 'on' };

/** @type {Record<string, (args: readonly string[]) => Promise<Outcome>>} */
const suites = {
  unit: (args) => runVitest('unit', ['--project', 'unit*', ...args]),
  int: (args) => runVitest('int', ['--project', 'int', ...args]),
  e2e: (args) => runPlaywright('e2e', args),
  soak: (args) => runVitest('soak', ['--project', 'soak', ...args]),
  'soak-int': (args) => runVitest('soak-int', ['--project', 'int', ...args], moreCases),
  'soak-pooled-int': (args) => runVitest('soak-pooled-int', ['--project', 'int', ...args], pooled),
  'soak-e2e': (args) => runPlaywright('soak-e2e', args, moreCases),
};

/** All that there is to choose from. */
export const partNames = [...Object.keys(checks), ...Object.keys(suites)];
/** What `npm run test:soak` runs, for hours: the long tests, then all others with their rare cases. */
export const soakPartNames = partNames.filter((name) => name.startsWith('soak'));
/** The parts that run by default. */
export const defaultPartNames = partNames.filter((name) => !soakPartNames.includes(name));

/**
 * @param {string} name one of `partNames`
 * @param {readonly string[]} args passed on to the part's tool
 * @returns {Promise<Outcome>}
 */
export function runPart(name, args) {
  const [file, ...own] = checks[name] ?? [];
  if (file !== undefined) return check(file, [...own, ...args]);
  return suiteNamed(name)(args);
}

/** @param {string} name */
function suiteNamed(name) {
  const suite = suites[name];
  if (suite === undefined) throw new Error(`There is no part '${name}'.`);
  return suite;
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @returns {Promise<Outcome>}
 */
async function check(file, args) {
  return { ...countCheck(await runInForeground(file, args)), failures: [] };
}

/** Most of them leave one of two cores idle. */
const checksAtOnce = 2;

/**
 * Starts the checks among these parts in parallel. Each outcome includes its output.
 * @param {readonly string[]} names
 * @param {typeof checks} [known]
 * @returns {ReadonlyMap<string, Promise<Outcome & { output: string }>>} by name; of checks alone
 */
export function beginChecks(names, known = checks) {
  const found = names.flatMap((name) => {
    const [file, ...args] = known[name] ?? [];
    return file === undefined ? [] : [{ name, file, args }];
  });
  /** @type {Promise<unknown>[]} */
  const begun = [];
  const outcomes = new Map();
  for (const [at, { name, file, args }] of found.entries()) {
    const run = async () => {
      // It rejects after a signal: then no other starts.
      await begun[at - checksAtOnce];
      const { succeeded, output } = await runCaptured(file, args);
      return { ...countCheck(succeeded ? 0 : 1), failures: [], output };
    };
    const outcome = run();
    outcome.catch(() => {});
    begun.push(outcome);
    outcomes.set(name, outcome);
  }
  return outcomes;
}

/**
 * @param {string} name of the report
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [more] environment
 * @returns {Promise<Outcome>}
 */
async function runVitest(name, args, more) {
  const report = freshReport(name);
  const strayErrors = freshReport(`${name}-stray-errors`);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--reporter=${inRoot('tools', 'testing', 'stray-errors.mjs')}`,
    `--outputFile.json=${report}`,
  ];
  const env = { ...environment(), ...more, [strayErrorsVariable]: strayErrors };
  const exitCode = await runInForeground(bin('vitest'), ['run', ...args, ...reporters], { env });
  const text = readReport(report);
  noteDurations(text);
  const failures = [...failuresOfVitest(text), ...JSON.parse(readReport(strayErrors) ?? '[]')];
  return { ...countVitest(text, exitCode), failures };
}

/** As `npm start` has it: with more room for what is young, less is copied. Its workers inherit it. */
const roomForYoung = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * @param {string} name of the report
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [more] environment
 * @returns {Promise<Outcome>}
 */
async function runPlaywright(name, args, more) {
  const report = freshReport(name);
  const config = inRoot('e2e', 'playwright.config.ts');
  const env = {
    ...environment(),
    ...more,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Node removes the types itself; Babel would parse every file of the tests and the contract again.
    PW_DISABLE_TS_ESM: '1',
  };
  const exitCode = await runInForeground(
    process.execPath,
    [
      ...roomForYoung,
      bin('playwright'),
      'test',
      '--config',
      config,
      '--reporter=list,json',
      ...args,
    ],
    { env },
  );
  const text = readReport(report);
  return { ...countPlaywright(text, exitCode), failures: failuresOfPlaywright(text) };
}

/**
 * Hundreds of processes load the same modules: the first one compiles them, the next ones load the
 * result, as in `npm start`.
 */
function environment() {
  return { NODE_COMPILE_CACHE: inRoot('.cache', 'node'), ...withQuickScratch(process.env) };
}

/** @param {string} name */
function freshReport(name) {
  const file = path.join(reports, `${name}.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
