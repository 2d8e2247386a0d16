import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, lstat, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.mjs';

const run = promisify(execFile);

/** The last of each that Node 18, 20 and 22 and Debian 12 included, and today's. */
export const npmVersions = {
  debian: '9.2.0',
  node18: '10.8.2',
  node22: '10.9.4',
  node24: '11.19.1',
} as const;

/** Copies what a fresh clone of this working tree holds. */
export async function copyClone(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 2 ** 24,
  });
  for (const name of stdout.split('\0').filter(Boolean)) {
    const source = path.join(root, name);
    // Removed, but not yet committed so.
    if (!(await lstat(source).catch(() => undefined))) continue;
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await cp(source, path.join(folder, name));
  }
  await chmod(folder, 0o755);
}

export interface Toolchain {
  /** A Node, and the `npm-cli.js` that it runs. */
  readonly node: string;
  readonly npm: string;
}

/** Gets a Node and an npm from the registry. */
export async function fetchToolchain(
  folder: string,
  versions: { node: string; npm: string },
): Promise<Toolchain> {
  const place = path.join(folder, `node-${versions.node}-npm-${versions.npm}`);
  const nodePackage = `node-${process.platform}-${process.arch}`;
  await mkdir(place, { recursive: true });
  const specs = [`${nodePackage}@${versions.node}`, `npm@${versions.npm}`];
  const args = ['install', '--no-save', '--prefix', place, '--prefer-offline', ...specs];
  await run('npm', args, { cwd: place, env: cleanEnvironment() });
  return {
    node: path.join(place, 'node_modules', nodePackage, 'bin', 'node'),
    npm: path.join(place, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  };
}

/** The environment of a shell: nothing of the npm, the Node and the test runner that run this. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(?!config_(registry|cafile)$)|NODE_(ENV|OPTIONS|COMPILE_CACHE)$|VITEST|DATABASE_URL$)/;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const outside = folders.filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: outside.join(path.delimiter) };
}

export interface NpmRun {
  readonly child: ChildProcess;
  /** Resolves once this text was printed, and fails when the run ends without. */
  printed(text: string): Promise<void>;
  readonly ended: Promise<{ code: number | null; output: string }>;
}

export interface NpmOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Another user than this one. */
  readonly uid?: number;
  /** In a separate network without any connection. */
  readonly isOffline?: boolean;
}

/** Runs npm in a clone, as the leader of a process group as a terminal would. */
export function runNpm(
  clone: string,
  { node, npm }: Toolchain,
  args: readonly string[],
  { env = {}, uid, isOffline = false }: NpmOptions = {},
): NpmRun {
  const clean = cleanEnvironment();
  const command = [node, npm, ...args];
  const offline = ['unshare', '--net', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh'];
  const [file = node, ...rest] = isOffline ? [...offline, ...command] : command;
  const child = spawn(file, rest, {
    cwd: clone,
    detached: true,
    env: {
      ...clean,
      PATH: [path.dirname(node), clean['PATH']].join(path.delimiter),
      PORT: '0',
      DATA_DIR: path.join(clone, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listen of listeners) listen();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({
    code: typeof code === 'number' ? code : null,
    output,
  }));
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const listen = () => void (output.includes(text) && resolve());
      listeners.add(listen);
      listen();
      void ended.then(() => reject(new Error(`npm ended:\n${output}`)));
    });
  return { child, printed, ended };
}

/** Sends a signal to npm and all that it started, as a terminal does for Ctrl+C. */
export function signalGroup({ child }: NpmRun, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

/** The bytes that a folder takes on the disk, as `du` counts them. */
export async function sizeOnDisk(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // POSIX: `st_blocks` counts 512 bytes each.
    bytes += (await lstat(path.join(entry.parentPath, entry.name))).blocks * 512;
  }
  return bytes;
}
