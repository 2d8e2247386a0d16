import path from 'node:path';
import { findBreakingStatements } from './breaking-migrations.ts';
import { ROLE_FOLDERS, ROLES, WEB_ROLES } from './roles.ts';

export type SourceFile = {
  /** From the repository's folder, with `/`. */
  readonly path: string;
  readonly text: string;
};

const FEATURES = 'server/src/features/';
const PLATFORM = 'server/src/platform/';
const MIGRATIONS = `${PLATFORM}db/migrations/`;
const CREATES_TABLE = /^CREATE (?:UNLOGGED )?TABLE (\w+)/gm;
/** The tables of the platform itself; every other table that a migration creates is a feature's. */
const PLATFORM_TABLES: ReadonlySet<string> = new Set([
  'instance_secrets',
  'events',
  'events_default',
  'event_readers',
  'event_reader_parts',
  'admin_audit',
  'admin_audit_subjects',
  'system_config',
  'seen_proof_epoch',
]);
const WEB = 'web/src/';
const WEB_FOLDERS = ['app', 'features', 'domain', 'shared', 'service-worker', 'ui'];
const WEB_TOP_FILES = /^(main\.tsx|[\w-]+\.d\.ts)$/;
const WEB_WITH_ROLES = /^web\/src\/(?:features|domain)\//;
const PLAIN_MODULE = /\/(?!use-|lazy-)[a-z][a-z0-9-]*\.ts$/;
const USES_REACT = /^import (?!type\b)[^;]*from 'react'|^export (?:function|const) use[A-Z]/m;
const DUMPS = /^(utils?|helpers?|types?|common|misc)$/;
const SQL_IMPORT = /\b(?:from|import)\s*\(?\s*['"](?:kysely|pg|pg-cursor)(?:\/[\w/-]+)?['"]/;
const SQL_TAG = /\bsql(?:<[^`]*>)?`/;
const FOR_TESTS = /\.test\.ts$|\/testing\//;
const CODE = /\.(?:ts|tsx|mjs|cjs)$/;
/** Written out, properties read better; a computed attribute of JSX has no other form. */
const SPREAD_LITERAL = /\.\.\.\{(?! \[)/;
const LONGEST_LINES = 400;
const SMALL_LINES = 40;
const RELATIVE_PATH = /(import\(\s*)?['"](\.{1,2}\/[^'"\n]+)['"]/g;
const DECLARATION =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:const|let|function|class|interface|enum|type\s+\w+\s*=)/m;

/** Files that may be longer, each for its own reason: a table that reads best in one piece. */
const MAY_BE_LONG: ReadonlySet<string> = new Set([
  // A list of names: all that both sides may import.
  'contract/src/index.ts',
]);

/**
 * Small files that stay apart from the one that uses them, each with its reason. No line is added
 * here without a reason of that kind, and one that is no longer needed is reported.
 */
export const APART: ReadonlyMap<string, string> = new Map([
  ['web/catalogue-plugin.ts', 'vitest.config.ts uses it, too'],
]);

/**
 * Finds what breaks the layout, one sentence each; none when all is well.
 * @param apart small files that may stay apart, with their reasons
 */
export function findProblems(
  files: readonly SourceFile[],
  apart: ReadonlyMap<string, string> = new Map(),
): string[] {
  return [
    ...files.flatMap(problemsOf),
    ...missingIndexes(files),
    ...migrationNumberProblems(files),
    ...platformProblems(files),
    ...smallFileProblems(files, apart),
  ].sort();
}

function problemsOf(file: SourceFile): string[] {
  const problems = [
    ...roleProblem(file),
    ...sqlProblem(file),
    ...migrationProblem(file),
    ...breakingProblem(file),
    ...webProblem(file),
    ...webRoleProblem(file),
    ...nameProblem(file),
    ...lengthProblem(file),
    ...spreadProblem(file),
  ];
  return problems.map((problem) => `${file.path}: ${problem}`);
}

function roleProblem({ path: file }: SourceFile): string[] {
  if (!file.startsWith(FEATURES)) return [];
  const folders = path.posix.dirname(file).split('/');
  const folder = folders.at(-1) ?? '';
  const name = path.posix.basename(file);
  const inFeature = ROLE_FOLDERS.includes(folder) ? `${folder}/${name}` : name;
  if (path.posix.dirname(file) === FEATURES.slice(0, -1)) return ['lies outside every feature'];
  return ROLES.some(({ pattern }) => pattern.test(inFeature))
    ? []
    : ['its name states no role of the vocabulary (tools/structure/roles.ts)'];
}

function sqlProblem({ path: file, text }: SourceFile): string[] {
  const mayHoldSql =
    !file.startsWith('server/src/') ||
    file.startsWith(PLATFORM) ||
    /\.repository\.ts$|\.test(?:-suite)?\.ts$|^server\/src\/testing\//.test(file);
  if (mayHoldSql || !CODE.test(file)) return [];
  return SQL_IMPORT.test(text) || SQL_TAG.test(text)
    ? ['speaks SQL, which belongs in a *.repository.ts']
    : [];
}

function migrationProblem({ path: file }: SourceFile): string[] {
  const isMigration = file.endsWith('.sql') || file.split('/').includes('migrations');
  return isMigration && !file.startsWith(PLATFORM) ? ['only the platform holds migrations'] : [];
}

/** Up to this one they were written before the first release: no version runs beside theirs. */
const LAST_UNRELEASED = '0032';

/** Processes are replaced one after another: the version before runs on the new schema for a while. */
function breakingProblem({ path: file, text }: SourceFile): string[] {
  if (!file.startsWith(MIGRATIONS)) return [];
  if (file.slice(MIGRATIONS.length) < `${LAST_UNRELEASED}~`) return [];
  return findBreakingStatements(text).map(
    (problem) =>
      `${problem}: expand now and contract in a later release, or say why in '-- contract:'`,
  );
}

/** They run in the order of their names: a gap or a number used twice hides one that was lost. */
function migrationNumberProblems(files: readonly SourceFile[]): string[] {
  const names = files
    .map((file) => file.path)
    .filter((file) => file.startsWith(MIGRATIONS))
    .map((file) => file.slice(MIGRATIONS.length))
    .sort();
  return names.flatMap((name, at) => {
    const number = String(at + 1).padStart(4, '0');
    return new RegExp(`^${number}_[a-z0-9_]+\\.sql$`).test(name)
      ? []
      : [`${MIGRATIONS}${name}: is migration ${at + 1}, so its name is ${number}_what_it_does.sql`];
  });
}

/** The platform knows no feature: the owner of a table tells it what to do with it. */
function platformProblems(files: readonly SourceFile[]): string[] {
  const tables = files
    .filter(({ path: file }) => file.startsWith(MIGRATIONS))
    .flatMap(({ text }) => [...text.matchAll(CREATES_TABLE)].map(([, table = '']) => table))
    .filter((table) => !PLATFORM_TABLES.has(table));
  if (tables.length === 0) return [];
  const any = `(${tables.join('|')})`;
  const inSql = `\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ON|OF)\\s+${any}\\b`;
  const named = new RegExp(`['"]${any}(?:[ .][^'"\\n]*)?['"]|${inSql}`);
  return files
    .filter(
      ({ path: file }) => file.startsWith(PLATFORM) && CODE.test(file) && !FOR_TESTS.test(file),
    )
    .flatMap(({ path: file, text }) => {
      const [, literal, word] = named.exec(text) ?? [];
      const table = literal ?? word;
      return table === undefined ? [] : [`${file}: names ${table}, which is a feature's table`];
    });
}

function webProblem({ path: file }: SourceFile): string[] {
  if (!file.startsWith(WEB)) return [];
  const [top = '', ...rest] = file.slice(WEB.length).split('/');
  const problems = [];
  const known = rest.length === 0 ? WEB_TOP_FILES.test(top) : WEB_FOLDERS.includes(top);
  if (!known) problems.push(`web/src holds only ${WEB_FOLDERS.join(', ')}`);
  if (/\/index\.tsx?$/.test(file))
    problems.push('is a barrel, which the browser has to load whole');
  return problems;
}

function webRoleProblem({ path: file, text }: SourceFile): string[] {
  if (!WEB_WITH_ROLES.test(file)) return [];
  const name = path.posix.basename(file);
  const isForTests = path.posix.basename(path.posix.dirname(file)) === 'testing';
  const inFolder = isForTests ? `testing/${name}` : name;
  if (!WEB_ROLES.some(({ pattern }) => pattern.test(inFolder))) {
    return ['its name states no role of the vocabulary (WEB_ROLES in tools/structure/roles.ts)'];
  }
  return PLAIN_MODULE.test(file) && !isForTests && USES_REACT.test(text)
    ? ['has React in it, which belongs in a use-x.ts or a component']
    : [];
}

function nameProblem({ path: file }: SourceFile): string[] {
  const words = file
    .split('/')
    .flatMap((part, at, parts) =>
      at === parts.length - 1 ? part.split('.').slice(0, -1) : [part],
    );
  const dump = words.find((word) => DUMPS.test(word));
  return dump === undefined ? [] : [`'${dump}' says nothing: name it after what it does`];
}

function lengthProblem({ path: file, text }: SourceFile): string[] {
  if (!CODE.test(file) || MAY_BE_LONG.has(file)) return [];
  const lines = linesOf(text);
  return lines > LONGEST_LINES ? [`has ${lines} lines: split it (at most ${LONGEST_LINES})`] : [];
}

function spreadProblem({ path: file, text }: SourceFile): string[] {
  if (!CODE.test(file)) return [];
  const line = text.split('\n').findIndex((each) => SPREAD_LITERAL.test(each));
  return line < 0 ? [] : [`spreads a literal into a literal in line ${line + 1}: write it out`];
}

/** Each folder in `features` is a feature and needs an index.ts; folders in a feature only group files. */
function missingIndexes(files: readonly SourceFile[]): string[] {
  const paths = files.map((file) => file.path).filter((file) => file.startsWith(FEATURES));
  const features = paths.flatMap((file) => {
    const [feature, ...rest] = file.slice(FEATURES.length).split('/');
    return rest.length > 0 ? [`${FEATURES}${feature}`] : [];
  });
  return [...new Set(features)]
    .filter((feature) => !paths.includes(`${feature}/index.ts`))
    .map((feature) => `${feature}: a feature needs an index.ts, which exports what others may use`);
}

/** A few lines that one neighbouring file uses are easier to read there than in a separate file. */
function smallFileProblems(
  files: readonly SourceFile[],
  apart: ReadonlyMap<string, string>,
): string[] {
  const uses = usesOf(files);
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const joinable = new Map<string, string>();
  for (const file of files) {
    const [use, ...others] = uses.get(file.path) ?? [];
    if (use === undefined || others.length > 0 || hasReasonOfItsOwn(file)) continue;
    const isBeside = path.posix.dirname(use.by) === path.posix.dirname(file.path);
    // A module that is loaded on demand is a separate chunk; a list of exports has no place for
    // code.
    if (isBeside && !use.isLazy && holdsCode(texts.get(use.by) ?? '')) {
      joinable.set(file.path, use.by);
    }
  }
  const found = [...joinable].filter(([file]) => !apart.has(file));
  const spent = [...apart.keys()].filter((file) => !joinable.has(file));
  return [
    ...found.map(([file, by]) => `${file}: is small and only ${by} uses it: join them`),
    ...spent.map((file) => `${file}: needs no line in APART any more`),
  ];
}

function hasReasonOfItsOwn({ path: file, text }: SourceFile): boolean {
  if (!CODE.test(file) || linesOf(text) >= SMALL_LINES) return true;
  const name = path.posix.basename(file);
  const hasRole = ROLES.some(({ pattern }) => pattern.test(name) || pattern.test(`tasks/${name}`));
  const hasStyles = text.includes(`'./${name.replace(CODE, '')}.module.css'`);
  return hasRole || hasStyles;
}

/** Maps files to those that they name by a relative path: imports, mocks, workers. */
function usesOf(files: readonly SourceFile[]) {
  const uses = new Map<string, { readonly by: string; readonly isLazy: boolean }[]>();
  for (const { path: by, text } of files) {
    const lazy = new Map<string, boolean>();
    for (const [, call, relative = ''] of text.matchAll(RELATIVE_PATH)) {
      const used = path.posix.join(path.posix.dirname(by), relative);
      lazy.set(used, (lazy.get(used) ?? true) && call !== undefined);
    }
    for (const [used, isLazy] of lazy) uses.set(used, [...(uses.get(used) ?? []), { by, isLazy }]);
  }
  return uses;
}

const holdsCode = (text: string) => DECLARATION.test(text);

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;
