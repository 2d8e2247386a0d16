import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { inRoot, root } from '../setup/root.mjs';
import { innocentFiles, plantedViolations } from './planted.mjs';

const WORKSPACES = [
  'contract',
  'media',
  'server',
  'web',
  'virtual-learners',
  'testkit',
  'e2e',
  'bench',
  'tools',
];

/**
 * @typedef {{ rule: string, from: string, to: string }} Violation
 * @typedef {{ modules: number, violations: Violation[] }} Finding
 */

/**
 * Looks at every import below `baseDir` by the rules of `.dependency-cruiser.cjs`.
 * @param {string} baseDir a tree laid out like the repository
 * @returns {Promise<Finding>} `modules` counts our own files, not the libraries they import
 */
async function cruiseTree(baseDir) {
  const options = await extractDepcruiseOptions(inRoot('.dependency-cruiser.cjs'));
  const folders = WORKSPACES.filter((folder) => existsSync(path.join(baseDir, folder)));
  const { output } = await cruise(folders, { ...options, baseDir, validate: true });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text.');
  const own = output.modules.filter(({ source }) =>
    WORKSPACES.includes(source.split('/')[0] ?? ''),
  );
  const violations = output.summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
  }));
  return { modules: own.length, violations };
}

/** Looks at the repository itself. */
export const cruiseRepository = () => cruiseTree(root);

/**
 * Builds a small tree in which every rule is broken once, and looks at it by the same rules.
 * @returns {Promise<{ missed: string[], wronged: Violation[] }>} rules that let their violation
 * pass or have none planted, and innocent files that were accused
 */
export async function provePlanted() {
  mkdirSync(inRoot('.cache'), { recursive: true });
  const tree = mkdtempSync(inRoot('.cache', 'planted-'));
  try {
    plant(tree);
    const { violations } = await cruiseTree(tree);
    return judge(await ruleNames(), violations);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** @param {string} tree */
function plant(tree) {
  write(
    tree,
    'package.json',
    '{ "type": "module", "dependencies": { "zod": "*", "kysely": "*", "shaka-player": "*" }, "devDependencies": { "fast-check": "*", "vitest": "*" } }',
  );
  for (const [file, text] of Object.entries(innocentFiles)) write(tree, file, text);
  for (const [file, specifier] of Object.values(plantedViolations)) {
    write(tree, file, `import '${specifier}';\n`);
  }
}

/**
 * @param {string} tree
 * @param {string} file
 * @param {string} text
 */
function write(tree, file, text) {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), text);
}

async function ruleNames() {
  const { ruleSet } = await extractDepcruiseOptions(inRoot('.dependency-cruiser.cjs'));
  return (ruleSet?.forbidden ?? []).map(({ name }) => name ?? '');
}

/**
 * @param {readonly string[]} rules
 * @param {readonly Violation[]} violations
 */
function judge(rules, violations) {
  const missed = rules.filter((rule) => {
    const file = plantedViolations[rule]?.[0];
    return !violations.some((found) => found.rule === rule && found.from === file);
  });
  const guilty = new Set(Object.values(plantedViolations).map(([file]) => file));
  return { missed, wronged: violations.filter(({ from }) => !guilty.has(from)) };
}
