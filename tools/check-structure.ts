import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDecisionProblems } from './structure/decisions.ts';
import { APART, findProblems, type SourceFile } from './structure/rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
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
const SKIPPED_FOLDERS = /^(node_modules|dist|data|fixtures|test-results|\..*)$/;
const LOOKED_AT = /\.(ts|tsx|mjs|cjs|sql|css)$/;
/** Files besides the code that cite decisions. */
const DOCUMENTS = /\.(md|js|conf|sh|ya?ml)$/;
/** Files with wrong citations on purpose. */
const EXAMPLES = 'tools/structure/';

const files = WORKSPACES.flatMap((workspace) => read(workspace, LOOKED_AT));
const documents = [
  ...['docs', 'deploy', ...WORKSPACES].flatMap((folder) => read(folder, DOCUMENTS)),
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'].map(readOne),
];
const citing = [...files, ...documents].filter((file) => !file.path.startsWith(EXAMPLES));
const problems = [...findProblems(files, APART), ...findDecisionProblems(citing)];
for (const problem of problems) console.error(problem);
console.log(
  `structure: ${files.length + documents.length} files looked at, ${problems.length} problems`,
);
// A check that looked at nothing has proved nothing.
process.exitCode = files.length === 0 || problems.length > 0 ? 1 : 0;

function read(folder: string, wanted: RegExp): SourceFile[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED_FOLDERS.test(entry.name) ? [] : read(file, wanted);
    if (!wanted.test(entry.name) || entry.name.includes('.generated.')) return [];
    return [readOne(file)];
  });
}

function readOne(file: string): SourceFile {
  return { path: file, text: readFileSync(path.join(root, file), 'utf8') };
}
