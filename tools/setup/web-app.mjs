import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { withSetupLock } from './lock.mjs';
import { runQuietly, SetupError } from './process.mjs';
import { inRoot, root } from './root.mjs';

const dist = inRoot('web', 'dist');
const stampFile = path.join(dist, '.sources');

/**
 * Builds the web app unless the built one was made of exactly these sources.
 * @throws {SetupError} when the build fails
 */
export async function ensureWebApp() {
  const sources = hashSources();
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

/** A hash over everything that the web app is made of. */
function hashSources() {
  const hash = createHash('sha256');
  const files = ['web', 'contract'].flatMap((folder) => listFiles(inRoot(folder)));
  for (const file of [...files.sort(), inRoot('package-lock.json')]) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return /^(dist|node_modules)$/.test(entry.name) ? [] : listFiles(file);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
  });
}
