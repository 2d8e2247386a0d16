import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { withSetupLock } from './lock.mjs';
import { runQuietly, SetupError } from './process.mjs';
import { inRoot } from './root.mjs';

/** Debian's packages by what they are for. */
const packages = {
  ffmpeg: ['ffmpeg'],
  nginx: ['nginx-light', 'libnginx-mod-http-js'],
  objectServer: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
  // Debian's Redis speaks the protocol of Valkey, which this release of Debian lacks.
  valkey: ['redis-server'],
  pooler: ['pgbouncer'],
  hosts: ['iproute2'],
  chromium: ['chromium'],
  // Of the same release as Chromium, which it shares files with.
  headlessShell: ['chromium', 'chromium-headless-shell'],
};
/** @typedef {keyof typeof packages} SystemTool */

const HEADLESS_SHELL = 'chromium-headless-shell';
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const CHROMIUM_ON_MACOS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @type {Record<SystemTool, () => unknown>} */
const isThere = {
  ffmpeg: () => findProgram(['ffmpeg'], 'FFMPEG_PATH') && findProgram(['ffprobe'], 'FFPROBE_PATH'),
  nginx: () =>
    findProgram(['nginx', '/usr/sbin/nginx'], '') &&
    existsSync(process.env['NGINX_JS_MODULE'] ?? '/usr/lib/nginx/modules/ngx_http_js_module.so'),
  objectServer: () =>
    ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool'].every((name) =>
      findProgram([name], ''),
    ),
  valkey: () => findProgram(['valkey-server', 'redis-server'], 'VALKEY_SERVER_PATH'),
  pooler: () => findProgram(['pgbouncer', '/usr/sbin/pgbouncer'], 'PGBOUNCER_PATH'),
  // Tests have hosts on networks of their own where they are root, and ports elsewhere.
  hosts: () => process.getuid?.() !== 0 || findProgram(['ip', '/usr/sbin/ip'], ''),
  chromium: () => findChromium(),
  headlessShell: () =>
    isChosen('CHROMIUM_PATH') || !isDebian() || findProgram([HEADLESS_SHELL], '') !== undefined,
};

/**
 * Installs what is missing of these in one go where apt may, which takes half the time of one after
 * another. Says nothing of what it can't: that is for the step that needs the tool.
 * @param {readonly SystemTool[]} names
 */
export async function installMissing(names) {
  const missing = names.filter((name) => {
    try {
      return !isThere[name]();
    } catch {
      // A variable names what is no program.
      return false;
    }
  });
  const wanted = new Set(missing.flatMap((name) => packages[name]));
  if (wanted.size > 0) await installByApt([...wanted]);
}

/**
 * Finds ffmpeg and ffprobe, or installs them where apt may.
 * @throws {SetupError} saying how to get them
 */
export async function ensureFfmpeg() {
  if (await isHad('ffmpeg')) return;
  const command =
    process.platform === 'darwin' ? 'brew install ffmpeg' : 'sudo apt-get install ffmpeg';
  throw new SetupError(
    `ffmpeg and ffprobe are needed: run '${command}' or set FFMPEG_PATH and FFPROBE_PATH.`,
  );
}

/**
 * Finds an nginx that checks signed paths (its njs module), or installs Debian's; the tests of
 * `deploy/nginx` run it.
 * @throws {SetupError} saying how to get them
 */
export async function ensureNginx() {
  if (await isHad('nginx')) return;
  const names = packages.nginx.join(' ');
  throw new SetupError(
    `nginx with its njs module is needed: run 'sudo apt-get install ${names}', or set NGINX_JS_MODULE.`,
  );
}

/**
 * Finds Ceph's S3 gateway, or installs Debian's; the tests of the object storage run it.
 * @throws {SetupError} saying how to get it
 */
export async function ensureObjectServer() {
  if (await isHad('objectServer')) return;
  throw new SetupError(
    `Ceph's S3 gateway is needed: run 'sudo apt-get install ${packages.objectServer.join(' ')}'.`,
  );
}

/**
 * Finds a Valkey or Redis, or installs Debian's; the tests of proofs run it.
 * @throws {SetupError} saying how to get it
 */
export async function ensureValkey() {
  if (await isHad('valkey')) return;
  throw new SetupError(
    `Valkey or Redis is needed: run 'sudo apt-get install ${packages.valkey.join(' ')}' or set VALKEY_SERVER_PATH.`,
  );
}

/**
 * Finds PgBouncer, or installs Debian's; the tests of a pooled database run it.
 * @throws {SetupError} saying how to get it
 */
export async function ensurePooler() {
  if (await isHad('pooler')) return;
  throw new SetupError(
    `PgBouncer is needed: run 'sudo apt-get install ${packages.pooler.join(' ')}' or set PGBOUNCER_PATH.`,
  );
}

/**
 * Finds a Chromium for the browser tests, installs Debian's, or has Playwright fetch its own.
 * Leaves the path in `CHROMIUM_PATH`, and nothing there when it is Playwright's.
 * @throws {SetupError} when there is none to be had
 */
export async function ensureChromium() {
  // Ubuntu's package only points to a snap, which does not run in containers.
  if (!isThere.chromium() && isDebian()) await installByApt(packages.chromium);
  const browser = findChromium();
  if (browser !== undefined) {
    process.env['CHROMIUM_PATH'] = browser;
    return;
  }
  process.stdout.write("Fetching Playwright's Chromium ...\n");
  const cli = inRoot('node_modules', 'playwright', 'cli.js');
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
  const args = [cli, 'install', ...withLibraries, 'chromium'];
  if (await runQuietly(process.execPath, args)) return;
  throw new SetupError('No Chromium for the browser tests: install one or set CHROMIUM_PATH.');
}

/**
 * Besides Chromium finds its headless shell, or installs Debian's: it has Chromium's pages without its
 * windows, profiles and services, a fifth of what the browser tests cost. Leaves the path in
 * `HEADLESS_SHELL_PATH`, and nothing there when it can't be had or another browser is chosen.
 * @throws {SetupError} when there is no Chromium to be had
 */
export async function ensureBrowsers() {
  const mayBeShell = !isChosen('CHROMIUM_PATH');
  if (mayBeShell && isDebian() && !isThere.headlessShell()) {
    await installByApt(packages.headlessShell);
  }
  await ensureChromium();
  const shell = mayBeShell ? findProgram([HEADLESS_SHELL], 'HEADLESS_SHELL_PATH') : undefined;
  if (shell !== undefined) process.env['HEADLESS_SHELL_PATH'] = shell;
}

const findChromium = () => findProgram([...CHROMIUM_NAMES, ...CHROMIUM_ON_MACOS], 'CHROMIUM_PATH');

const isChosen = (/** @type {string} */ variable) => (process.env[variable] ?? '') !== '';

/**
 * Looks for a tool, and installs it where apt may.
 * @param {SystemTool} name
 */
async function isHad(name) {
  if (isThere[name]()) return true;
  return (await installByApt(packages[name])) && Boolean(isThere[name]());
}

/**
 * @param {readonly string[]} names commands or absolute paths
 * @param {string} variable a path in it goes before all names
 * @returns {string | undefined} the path of the first that may be run
 * @throws {SetupError} when the variable names no program
 */
export function findProgram(names, variable) {
  const chosen = process.env[variable];
  if (chosen !== undefined && chosen !== '') {
    if (isExecutable(chosen)) return chosen;
    throw new SetupError(`${variable} is ${chosen}, which is no program that can be run.`);
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((dir) => dir !== '');
  const places = names.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((dir) => path.join(dir, name)),
  );
  return places.find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} `false` where apt is missing, not allowed, or fails
 */
async function installByApt(packages) {
  const apt = findProgram(['apt-get'], '');
  const sudo = findProgram(['sudo'], '');
  if (process.platform !== 'linux' || apt === undefined) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && (sudo === undefined || !mayUseSudo(sudo))) return false;
  const prefix = isRoot || sudo === undefined ? [] : [sudo, '-n'];
  const command = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', apt];
  const [file = apt, ...args] = command;
  return withSetupLock(async () => {
    process.stdout.write(`Installing ${packages.join(', ')} with apt-get ...\n`);
    // A list that can't be refreshed may still have the package.
    await runQuietly(file, [...args, '-qq', 'update'], { isTerminal: true });
    const install = ['-qq', '-y', '--no-install-recommends', 'install', ...packages];
    return runQuietly(file, [...args, ...install], { isTerminal: true });
  });
}

/** @param {string} sudo */
function mayUseSudo(sudo) {
  return spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0;
}
