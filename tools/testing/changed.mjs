import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { inRoot, root } from '../setup/root.mjs';

/** Of integration tests, on three workers: with the checks and the unit tests it stays under two minutes. */
const budgetMs = 120_000;
/** Of a file that never ran here. */
const unknownMs = 8000;
const durationsFile = inRoot('.cache', 'test', 'durations.json');

/** @typedef {{ name: string, args: readonly string[] }} PlannedPart */

/**
 * The parts, with their arguments, that look at what changed since the branch left `main`, committed
 * or not: unit tests that load it, integration tests beside it. Prints what it leaves out.
 * @returns {PlannedPart[]}
 */
export function planChanged() {
  const since = findBase();
  const files = changedSince(since);
  const all = git('ls-files', '-co', '--exclude-standard').filter((file) => file.endsWith('.ts'));
  const near = integrationTestsNear(files, all);
  const { chosen, left } = withinBudget(near, readDurations(), budgetMs);
  say(`${files.length} files changed.`);
  if (left.length > 0) say(`Too long for now, see \`npm test -- int\`: ${left.join(', ')}`);
  const specs = files.filter((file) => file.endsWith('.spec.ts') && existsSync(inRoot(file)));
  if (specs.length > 0) say(`For browsers see \`npm test -- e2e ${specs.join(' ')}\``);
  const checks = ['lint', 'types', 'structure', 'boundaries'].map((name) => ({ name, args: [] }));
  return [
    ...checks,
    { name: 'unit', args: [`--changed=${since}`, '--passWithNoTests'] },
    ...(chosen.length > 0 ? [{ name: 'int', args: chosen }] : []),
  ];
}

/**
 * Integration tests that changed, or lie in a folder in which something did; the changed ones first,
 * then those that are called like what changed.
 * @param {readonly string[]} changed
 * @param {readonly string[]} all
 * @returns {string[]}
 */
export function integrationTestsNear(changed, all) {
  const isTest = (/** @type {string} */ file) => file.endsWith('.int.test.ts');
  const folders = new Set(changed.map((file) => path.posix.dirname(file)));
  const beside = all.filter((file) => isTest(file) && folders.has(path.posix.dirname(file)));
  const own = changed.filter((file) => isTest(file) && all.includes(file));
  const stemOf = (/** @type {string} */ file) => file.split('.', 1)[0];
  const stems = new Set(changed.map(stemOf));
  const namesakes = beside.filter((file) => stems.has(stemOf(file)));
  return [...new Set([...own, ...namesakes, ...beside])];
}

/**
 * As many as the workers get done in that time, in their order; the first in any case.
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, number>>} durations
 * @param {number} budget
 */
export function withinBudget(files, durations, budget) {
  /** @type {string[]} */
  const chosen = [];
  /** @type {string[]} */
  const left = [];
  let spent = 0;
  for (const file of files) {
    const cost = durations[file] ?? unknownMs;
    const fits = chosen.length === 0 || spent + cost <= budget;
    if (fits) spent += cost;
    (fits ? chosen : left).push(file);
  }
  return { chosen, left };
}

/**
 * Keeps how long each file took, for the next `changed`.
 * @param {string | undefined} report Vitest's JSON
 */
export function noteDurations(report) {
  if (report === undefined) return;
  const durations = { ...readDurations(), ...durationsIn(report) };
  mkdirSync(path.dirname(durationsFile), { recursive: true });
  writeFileSync(durationsFile, JSON.stringify(durations));
}

/**
 * @param {string} report Vitest's JSON
 * @returns {Record<string, number>} milliseconds by path in the repository
 */
export function durationsIn(report) {
  /** @type {{ testResults: { name: string, startTime: number, endTime: number }[] }} */
  const { testResults } = JSON.parse(report);
  return Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [
      path.relative(root, name).replaceAll(path.sep, '/'),
      Math.round(endTime - startTime),
    ]),
  );
}

/** @returns {Record<string, number>} */
function readDurations() {
  return existsSync(durationsFile) ? JSON.parse(readFileSync(durationsFile, 'utf8')) : {};
}

/** The commit where the branch left `main`; on `main` itself the commit before the last. */
function findBase() {
  const main = ['main', 'origin/main'].find((name) => refersTo(name));
  const [base] = main === undefined ? [] : git('merge-base', 'HEAD', main);
  const [head] = git('rev-parse', 'HEAD');
  return base === undefined || base === head ? 'HEAD~1' : base;
}

/**
 * @param {string} since a commit
 * @returns {string[]} with what is not committed
 */
function changedSince(since) {
  const tracked = git('diff', '--name-only', '--no-renames', since);
  return [...new Set([...tracked, ...git('ls-files', '-o', '--exclude-standard')])];
}

/** @param {string} name */
function refersTo(name) {
  try {
    return git('rev-parse', '--verify', '--quiet', name).length > 0;
  } catch {
    return false;
  }
}

/**
 * @param {...string} args
 * @returns {string[]} the lines that it prints
 */
function git(...args) {
  const printed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return printed.split('\n').filter(Boolean);
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}
