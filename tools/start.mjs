import { readFileSync } from 'node:fs';
import module from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './setup/dependencies.mjs';
import { runMain, SetupError } from './setup/process.mjs';
import { inRoot } from './setup/root.mjs';
import { underPinnedNode } from './setup/runtime.mjs';
import { ensureFfmpeg } from './setup/system-tools.mjs';
import { ensureWebApp } from './setup/web-app.mjs';

/** Options with a value behind them. */
const takesValue = new Set(['move-to']);

/** Options that are answered without a server. */
const asksOnly = ['--help', '--version'].some((flag) => process.argv.includes(flag));

await runMain(async () => {
  refuseUnknownArguments(process.argv.slice(2));
  await ensureDependencies('runtime');
  return underPinnedNode(startServer);
});

/** Runs the server in this process, so that signals and the exit code are its own. */
async function startServer() {
  if (!asksOnly) {
    await ensureFfmpeg();
    await ensureWebApp();
  }
  const cache = inRoot('.cache', 'node');
  process.env['NODE_COMPILE_CACHE'] ??= cache;
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  const main = inRoot('server', 'src', 'main.ts');
  process.argv[1] = main;
  await import(pathToFileURL(main).href);
}

/**
 * Installs nothing for a start that would be refused: the server reads the arguments again.
 * @param {string[]} args
 * @throws {SetupError}
 */
function refuseUnknownArguments(args) {
  /** @type {Record<string, string>} */
  const docs = JSON.parse(readFileSync(inRoot('server', 'src', 'start-options.json'), 'utf8'));
  /** @type {import('node:util').ParseArgsOptionsConfig} */
  const options = Object.fromEntries(
    Object.keys(docs).map((name) => [name, { type: takesValue.has(name) ? 'string' : 'boolean' }]),
  );
  try {
    parseArgs({ args, options });
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split('. ') : [];
    const known = Object.keys(docs).map((name) => `--${name}`);
    throw new SetupError(`${sentence}. npm start -- takes ${known.join(', ')}.`);
  }
}
