import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { APART, findProblems, type SourceFile } from './structure/rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const WORKSPACES = ['contract', 'media', 'server', 'web', 'e2e', 'bench', 'tools'];
const SKIPPED_FOLDERS = /^(node_modules|dist|data|fixtures|test-results|\..*)$/;
const LOOKED_AT = /\.(ts|tsx|mjs|cjs|sql|css)$/;

const files = WORKSPACES.flatMap((workspace) => read(workspace));
const problems = findProblems(files, APART);
for (const problem of problems) console.error(problem);
console.log(`structure: ${files.length} files looked at, ${problems.length} problems`);
// A check that looked at nothing has proved nothing.
process.exitCode = files.length === 0 || problems.length > 0 ? 1 : 0;

function read(folder: string): SourceFile[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED_FOLDERS.test(entry.name) ? [] : read(file);
    if (!LOOKED_AT.test(entry.name) || entry.name.includes('.generated.')) return [];
    return [{ path: file, text: readFileSync(path.join(root, file), 'utf8') }];
  });
}
