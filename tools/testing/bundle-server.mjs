import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { hashSources } from '../setup/hash-sources.mjs';
import { withSetupLock } from '../setup/lock.mjs';
import { runQuietly, SetupError } from '../setup/process.mjs';
import { inRoot } from '../setup/root.mjs';

const bundles = inRoot('.cache', 'server');
const keptForMs = 86_400_000;

/**
 * Bundles the programs of the server, each with its libraries, unless that was done of exactly these
 * sources: a process loads a bundle in a third of a second, and a thousand modules in more than one.
 * @returns {Promise<string>} their folder
 * @throws {SetupError} when the build fails
 */
export async function bundleServer() {
  const config = inRoot('tools', 'testing', 'server-bundle.config.mjs');
  const folder = path.join(bundles, hashSources('server', 'contract', 'media', 'tools/testing'));
  if (existsSync(folder)) return folder;
  await withSetupLock(async ({ hold }) => {
    // Another process may have made it while this one waited.
    if (existsSync(folder)) return;
    removeFormer();
    // Aside first: a build that fails or is killed never leaves half a bundle.
    const building = `${folder}.new`;
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
    const args = [vite, 'build', '--config', config, '--outDir', building];
    const env = { ...process.env, NODE_ENV: 'production' };
    if (!(await runQuietly(process.execPath, args, { env, onStart: hold })))
      throw new SetupError('The server was not bundled: see the message above.');
    renameSync(building, folder);
  });
  return folder;
}

/** Removes bundles that no run can use any more. */
function removeFormer() {
  mkdirSync(bundles, { recursive: true });
  for (const name of readdirSync(bundles)) {
    const former = path.join(bundles, name);
    const isOld = Date.now() - statSync(former).mtimeMs > keptForMs;
    if (isOld) rmSync(former, { recursive: true });
  }
}
