import path from 'node:path';
import { ROLE_FOLDERS, ROLES } from './roles.ts';

export type SourceFile = {
  /** From the repository's folder, with `/`. */
  readonly path: string;
  readonly text: string;
};

const FEATURES = 'server/src/features/';
const PLATFORM = 'server/src/platform/';
const WEB = 'web/src/';
const WEB_FOLDERS = ['app', 'features', 'shared', 'ui'];
const WEB_TOP_FILES = /^(main\.tsx|[\w-]+\.d\.ts)$/;
const DUMPS = /^(utils?|helpers?|types?|common|misc)$/;
const SQL_IMPORT = /\b(?:from|import)\s*\(?\s*['"](?:kysely|pg|pg-cursor)(?:\/[\w/-]+)?['"]/;
const SQL_TAG = /\bsql(?:<[^`]*>)?`/;
const CODE = /\.(?:ts|tsx|mjs|cjs)$/;
/** Written out, properties read better; a computed attribute of JSX has no other form. */
const SPREAD_LITERAL = /\.\.\.\{(?! \[)/;
const LONGEST_LINES = 400;

/** Files that may be longer, each for a reason of its own: a table that reads best in one piece. */
const MAY_BE_LONG: ReadonlySet<string> = new Set([]);

/** What breaks the layout, one sentence each; none when all is well. */
export function findProblems(files: readonly SourceFile[]): string[] {
  return [...files.flatMap(problemsOf), ...missingDoors(files)].sort();
}

function problemsOf(file: SourceFile): string[] {
  const problems = [
    ...roleProblem(file),
    ...sqlProblem(file),
    ...migrationProblem(file),
    ...webProblem(file),
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
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > LONGEST_LINES ? [`has ${lines} lines: split it (at most ${LONGEST_LINES})`] : [];
}

function spreadProblem({ path: file, text }: SourceFile): string[] {
  if (!CODE.test(file)) return [];
  const line = text.split('\n').findIndex((each) => SPREAD_LITERAL.test(each));
  return line < 0 ? [] : [`spreads a literal into a literal in line ${line + 1}: write it out`];
}

/** A folder with files of its own is a feature and needs a door; one that only groups needs none. */
function missingDoors(files: readonly SourceFile[]): string[] {
  const paths = files.map((file) => file.path).filter((file) => file.startsWith(FEATURES));
  const features = new Set(paths.map(featureOf));
  return [...features]
    .filter((feature) => `${feature}/` !== FEATURES && !paths.includes(`${feature}/index.ts`))
    .map((feature) => `${feature}: a feature needs an index.ts, its public door`);
}

function featureOf(file: string): string {
  const folder = path.posix.dirname(file);
  return ROLE_FOLDERS.includes(path.posix.basename(folder)) ? path.posix.dirname(folder) : folder;
}
