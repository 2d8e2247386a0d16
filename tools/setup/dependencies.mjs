import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { runQuietly, SetupError } from './process.mjs';
import { inRoot } from './root.mjs';

const stampFile = inRoot('node_modules', '.prahari-lock-hash');

/**
 * Installs what `package-lock.json` asks for, unless exactly that is there already.
 * @throws {SetupError} when npm fails, or installed anything else than the lock file says
 */
export async function ensureDependencies() {
  const lock = readFileSync(inRoot('package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (readText(stampFile) === hash) return;
  if (!isInstalled(lock, readInstalled())) {
    process.stdout.write('Installing dependencies (once, a minute or so) ...\n');
    await installDependencies();
    if (!isInstalled(lock, readInstalled())) {
      throw new SetupError('npm installed something else than package-lock.json says.');
    }
  }
  writeFileSync(stampFile, hash);
}

const readInstalled = () => readText(inRoot('node_modules', '.package-lock.json'));

/**
 * Not by `npm ci`, which refuses a lock file without the optional packages of every other platform;
 * the caller compares with the lock file afterwards, which is as strict.
 */
async function installDependencies() {
  const args = ['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'];
  // Building the web app needs what npm leaves out of a production install.
  const { NODE_ENV: _, ...env } = process.env;
  const npm = env['npm_execpath'];
  const done =
    npm?.endsWith('.js') === true
      ? await runQuietly(process.execPath, [npm, ...args], { env })
      : await runQuietly('npm', args, { env });
  if (!done) throw new SetupError('npm could not install the dependencies: see its message above.');
}

/**
 * Whether npm's own record of `node_modules` holds every package of the lock file, at its version;
 * optional ones may be missing, because they belong to another platform.
 * @param {string} lock text of `package-lock.json`
 * @param {string | undefined} installed text of `node_modules/.package-lock.json`
 */
export function isInstalled(lock, installed) {
  if (installed === undefined) return false;
  const wanted = packagesOf(lock);
  const present = packagesOf(installed);
  for (const name of Object.keys(present)) if (wanted[name] === undefined) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    const found = present[name];
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockEntry
 * @param {string} text
 * @returns {Record<string, LockEntry>}
 */
function packagesOf(text) {
  const { '': _root, ...packages } = JSON.parse(text).packages ?? {};
  return packages;
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
