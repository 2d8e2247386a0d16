import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runInForeground } from '../setup/process.mjs';
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

/** @type {Record<string, (args: readonly string[]) => Promise<Outcome>>} */
const parts = {
  lint: (args) => check(bin('biome'), ['ci', '--diagnostic-level=error', ...args]),
  types: (args) => check(bin('tsc'), ['-b', ...args]),
  structure: () => check(process.execPath, [inRoot('tools', 'check-structure.ts')]),
  boundaries: () => check(process.execPath, [inRoot('tools', 'check-boundaries.mjs')]),
  dead: (args) => check(bin('knip'), [...args]),
  unit: (args) => runVitest('unit', ['--project', 'unit', '--project', 'unit-web', ...args]),
  int: (args) => runVitest('int', ['--project', 'int', ...args]),
  e2e: runPlaywright,
  soak: (args) => runVitest('soak', ['--project', 'soak', ...args]),
};

/** All that there is to choose from. */
export const partNames = Object.keys(parts);
/** What runs when no part is chosen: soaks take an hour, `npm run test:soak` runs them. */
export const defaultPartNames = partNames.filter((name) => name !== 'soak');

/**
 * @param {string} name one of `partNames`
 * @param {readonly string[]} args passed on to the part's tool
 * @returns {Promise<Outcome>}
 */
export function runPart(name, args) {
  const run = parts[name];
  if (run === undefined) throw new Error(`There is no part '${name}'.`);
  return run(args);
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @returns {Promise<Outcome>}
 */
async function check(file, args) {
  return { ...countCheck(await runInForeground(file, args)), failures: [] };
}

/**
 * @param {string} name of the report
 * @param {readonly string[]} args
 * @returns {Promise<Outcome>}
 */
async function runVitest(name, args) {
  const report = freshReport(name);
  const strayErrors = freshReport(`${name}-stray-errors`);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--reporter=${inRoot('tools', 'testing', 'stray-errors.mjs')}`,
    `--outputFile.json=${report}`,
  ];
  const env = { ...environment(), [strayErrorsVariable]: strayErrors };
  const exitCode = await runInForeground(bin('vitest'), ['run', ...args, ...reporters], { env });
  const text = readReport(report);
  noteDurations(text);
  const failures = [...failuresOfVitest(text), ...JSON.parse(readReport(strayErrors) ?? '[]')];
  return { ...countVitest(text, exitCode), failures };
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<Outcome>}
 */
async function runPlaywright(args) {
  const report = freshReport('e2e');
  const config = inRoot('e2e', 'playwright.config.ts');
  const exitCode = await runInForeground(
    bin('playwright'),
    ['test', '--config', config, '--reporter=list,json', ...args],
    { env: { ...environment(), PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  const text = readReport(report);
  return { ...countPlaywright(text, exitCode), failures: failuresOfPlaywright(text) };
}

/** Hundreds of processes load the same modules: what one compiled, the next ones load, as in `npm start`. */
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
