import module from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './setup/dependencies.mjs';
import { runMain } from './setup/process.mjs';
import { inRoot } from './setup/root.mjs';
import { underPinnedNode } from './setup/runtime.mjs';
import { ensureFfmpeg } from './setup/system-tools.mjs';
import { ensureWebApp } from './setup/web-app.mjs';

await runMain(async () => {
  await ensureDependencies();
  return underPinnedNode(startServer);
});

/** Runs the server in this process, so that signals and the exit code are its own. */
async function startServer() {
  await ensureFfmpeg();
  await ensureWebApp();
  const cache = inRoot('.cache', 'node');
  process.env['NODE_COMPILE_CACHE'] ??= cache;
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  const main = inRoot('server', 'src', 'main.ts');
  process.argv[1] = main;
  await import(pathToFileURL(main).href);
}
