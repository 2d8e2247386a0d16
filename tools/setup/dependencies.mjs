import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { withSetupLock } from './lock.mjs';
import { runCaptured, runQuietly, SetupError } from './process.mjs';
import { inRoot } from './root.mjs';
import { pinnedNode } from './runtime.mjs';
import { findProgram } from './system-tools.mjs';

/**
 * The extent of an installation: `runtime` for `npm start`, `all` also for tests and bench.
 * @typedef {'runtime' | 'all'} Level
 */

const modules = inRoot('node_modules');
/** npm's own record of what it installed, which it writes last. */
const recordFile = path.join(modules, '.package-lock.json');
/** Our record of what is completely installed, and from which lock file. */
const stampFile = path.join(modules, '.prahari-installed');

/**
 * Installs the packages of `package-lock.json`, unless exactly these are installed. Installed tools
 * stay.
 * @param {Level} level
 * @throws {SetupError} when npm fails, or installed anything else than the lock file says
 */
export async function ensureDependencies(level) {
  const lock = readFileSync(inRoot('package-lock.json'), 'utf8');
  if (isStamped(lock, level)) return;
  try {
    await withSetupLock(async ({ hold }) => {
      // Another process may have installed it while this one waited.
      if (!isStamped(lock, level)) await install(lock, level, hold);
    });
  } catch (error) {
    throw explainWriteError(error);
  }
}

/**
 * @param {string} lock
 * @param {Level} level
 */
function isStamped(lock, level) {
  const stamp = readText(stampFile);
  return stamp === stampOf(lock, 'all') || stamp === stampOf(lock, level);
}

/**
 * @param {string} lock
 * @param {Level} level
 */
const stampOf = (lock, level) => `${level} ${createHash('sha256').update(lock).digest('hex')}`;

/**
 * Without stamp and record, packages may be incomplete: an install was cut short, and npm takes a
 * package for complete once its `package.json` exists. Both are removed before anything is changed.
 * @param {string} lock
 * @param {Level} level
 * @param {(pid: number) => void} hold
 */
async function install(lock, level, hold) {
  const record = readText(recordFile);
  if (!isInstalled(lock, record, level)) {
    const stamp = readText(stampFile);
    const isWhole = stamp !== undefined && record !== undefined;
    const wanted = isWhole && stamp.startsWith('all') ? 'all' : level;
    rmSync(stampFile, { force: true });
    rmSync(recordFile, { force: true });
    if (!isWhole) removeModules();
    process.stdout.write('Installing dependencies (once, a minute or so) ...\n');
    await installByNpm(lock, wanted, hold);
    if (!isInstalled(lock, readText(recordFile), wanted)) {
      throw new SetupError('npm installed something else than package-lock.json says.');
    }
    if (wanted === 'runtime') removeUnread(lock);
  }
  const reached = isInstalled(lock, readText(recordFile), 'all') ? 'all' : level;
  const draft = `${stampFile}.${process.pid}`;
  writeFileSync(draft, stampOf(lock, reached));
  renameSync(draft, stampFile);
}

/** Removes what is in `node_modules`, which may itself be a mount or a link. */
function removeModules() {
  if (!existsSync(modules)) return;
  for (const name of readdirSync(modules)) {
    rmSync(path.join(modules, name), { recursive: true, force: true });
  }
}

/**
 * Removes what takes a quarter of the space and is read by nothing that `npm start` runs: Node's
 * headers, source maps, and packages for another C library, which npm 9 and 10 can't tell apart.
 * @param {string} lock
 */
function removeUnread(lock) {
  for (const [place, entry] of Object.entries(packagesOf(lock))) {
    if (!isForThisMachine(entry)) rmSync(inRoot(place), { recursive: true, force: true });
  }
  for (const name of readdirSync(modules)) {
    if (!name.startsWith('node-')) continue;
    rmSync(path.join(modules, name, 'include'), { recursive: true, force: true });
  }
  removeSourceMaps(modules);
}

/** @param {string} folder */
function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(place);
    else if (entry.name.endsWith('.map')) rmSync(place);
  }
}

/**
 * Installs with the npm that started us, or the one on the PATH. Not by `npm ci`, which refuses a
 * lock file without the optional packages of every other platform; the caller compares with the
 * lock file afterwards, which is as strict.
 * @param {string} lock
 * @param {Level} level
 * @param {(pid: number) => void} onStart
 */
async function installByNpm(lock, level, onStart) {
  const execPath = process.env['npm_execpath'] ?? '';
  const isNpm = execPath.endsWith('npm-cli.js');
  // The Node that runs npm: our own may be in node_modules, and already removed.
  const node = process.env['npm_node_execpath'] ?? process.execPath;
  await runNpm(isNpm ? [node, execPath] : ['npm'], level, onStart);
  if (isInstalled(lock, readText(recordFile), level) || !existsSync(pinnedNode)) return;
  // npm leaves out optional packages that are not for the Node it runs under, and ours is newer.
  const npm = isNpm ? execPath : findProgram(['npm'], '');
  if (npm !== undefined) await runNpm([pinnedNode, realpathSync(npm)], level, onStart);
}

/**
 * @param {readonly string[]} npm command
 * @param {Level} level
 * @param {(pid: number) => void} onStart
 */
async function runNpm([file = 'npm', ...prefix], level, onStart) {
  const { NODE_ENV: _, ...env } = process.env;
  // Flags meant for us (`npm start --demo`), which a second npm would warn of.
  for (const name of ['demo', 'new_admin_password']) delete env[`npm_config_${name}`];
  const args = [
    ...prefix,
    'install',
    '--no-save',
    level === 'all' ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--loglevel=error',
  ];
  // A filled cache needs no network; one that is out of date does.
  const offline = await runCaptured(file, [...args, '--prefer-offline'], { env, onStart });
  if (offline.succeeded) return;
  if (await runQuietly(file, args, { env, onStart })) return;
  throw new SetupError('npm could not install the dependencies: see its message above.');
}

/**
 * Tells whether npm's own record of `node_modules` holds every package of the lock file, at its
 * version; but for optional ones of other platforms and what they alone need, and at `runtime` the
 * tools.
 * @param {string} lock text of `package-lock.json`
 * @param {string | undefined} record text of `node_modules/.package-lock.json`
 * @param {Level} level
 */
export function isInstalled(lock, record, level) {
  if (record === undefined) return false;
  const wanted = packagesOf(lock);
  const present = packagesOf(record);
  for (const name of Object.keys(present)) if (wanted[name] === undefined) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    if (level === 'runtime' && entry.dev === true) return true;
    const found = present[name];
    if (found === undefined) return isDispensable(entry);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** @param {LockEntry} entry */
function isDispensable(entry) {
  if (entry.optional !== true && entry.devOptional !== true) return false;
  return entry.os === undefined || !isForThisMachine(entry);
}

/** @param {LockEntry} entry */
function isForThisMachine({ os = [], cpu = [], libc = [] }) {
  const admits = (/** @type {string | string[]} */ names, /** @type {string} */ own) =>
    names.length === 0 || [names].flat().includes(own);
  return admits(os, process.platform) && admits(cpu, process.arch) && admits(libc, libcName());
}

function libcName() {
  /** @type {{ header?: { glibcVersionRuntime?: string } } | undefined} */
  const report = process.report?.getReport();
  return report?.header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/**
 * @typedef {{
 *   version?: string,
 *   integrity?: string,
 *   dev?: boolean,
 *   optional?: boolean,
 *   devOptional?: boolean,
 *   os?: string | string[],
 *   cpu?: string | string[],
 *   libc?: string | string[],
 * }} LockEntry
 * @param {string} text
 * @returns {Record<string, LockEntry>}
 */
function packagesOf(text) {
  const { '': _root, ...packages } = JSON.parse(text).packages ?? {};
  return packages;
}

/** @param {unknown} error */
function explainWriteError(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new SetupError(
      `This user can't write in ${inRoot()}: start as its owner, or change its owner.`,
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new SetupError(`The disk that holds ${inRoot()} is full: free some space.`);
  }
  return error;
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
