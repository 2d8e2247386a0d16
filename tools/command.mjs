import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './setup/dependencies.mjs';
import { runMain } from './setup/process.mjs';
import { inRoot } from './setup/root.mjs';
import { underPinnedNode } from './setup/runtime.mjs';

await runMain(async () => {
  await ensureDependencies('runtime');
  return underPinnedNode(runOne);
});

/** Runs one of `server/src/commands` in this process: `node tools/command.mjs rotate-keys …`. */
async function runOne() {
  const [name = ''] = process.argv.splice(2, 1);
  const file = inRoot('server', 'src', 'commands', `${name}.ts`);
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}
