import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { hashSources } from './hash-sources.mjs';
import { withSetupLock } from './lock.mjs';
import { runQuietly, SetupError } from './process.mjs';
import { inRoot } from './root.mjs';

const dist = inRoot('web', 'dist');
const stampFile = path.join(dist, '.sources');

/**
 * Builds the web app unless the built one was made of exactly these sources.
 * @throws {SetupError} when the build fails
 */
export async function ensureWebApp() {
  const sources = hashSources('web', 'contract');
  if (isBuiltOf(sources)) return;
  await withSetupLock(async ({ hold }) => {
    // Another process may have built it while this one waited.
    if (!isBuiltOf(sources)) await build(sources, hold);
  });
}

/** @param {string} sources their hash */
function isBuiltOf(sources) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources;
}

/**
 * @param {string} sources their hash
 * @param {(pid: number) => void} onStart
 */
async function build(sources, onStart) {
  process.stdout.write('Building the web app ...\n');
  // Aside first: a build that fails or is killed never leaves half a web app.
  const building = inRoot('.cache', 'web');
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', building, '--emptyOutDir', '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production' };
  try {
    if (!(await runQuietly(process.execPath, args, { cwd: inRoot('web'), env, onStart }))) {
      throw new SetupError('The web app did not build: see the message above.');
    }
    writeFileSync(path.join(building, '.sources'), sources);
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(path.dirname(dist), { recursive: true });
    renameSync(building, dist);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}
