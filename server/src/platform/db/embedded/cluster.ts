import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, explainFailure } from './failure.ts';
import { buildCommand, type Identity } from './identity.ts';

export const APPLICATION_ROLE = 'prahari';
export const APPLICATION_DATABASE = 'prahari';

const PASSWORD_FILE = 'application_password';
const UNFINISHED = /^pg\.new-(\d+)-/;

/**
 * Only the application's role may sign in, and only by password: the superuser has none and no
 * line here, so no connection can read the server's files or change its settings.
 */
const CLIENT_RULES = `# Written by Prahari when the cluster was made.
local all ${APPLICATION_ROLE} scram-sha-256
host all ${APPLICATION_ROLE} 127.0.0.1/32 scram-sha-256
`;

export type ClusterTools = {
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly environment: Readonly<Record<string, string>>;
};

/** Returns the folder in which the files of the embedded database lie. */
export function findClusterDir(dataDir: string): string {
  return path.join(dataDir, 'pg');
}

/**
 * Creates `<dataDir>/pg` unless it exists: built aside and renamed when complete, so a start that
 * was killed half-way leaves nothing that looks like a database. Of two simultaneous starts the
 * first wins.
 */
export async function ensureCluster(dataDir: string, tools: ClusterTools): Promise<void> {
  const clusterDir = findClusterDir(dataDir);
  if (await exists(clusterDir)) return;
  await removeUnfinished(dataDir);
  const building = path.join(dataDir, `pg.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await build(building, tools);
    await rename(building, clusterDir);
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    if (!(await exists(clusterDir))) throw error;
  }
}

/** @throws EmbeddedPostgresError when the password was removed from the cluster's folder. */
export async function readPassword(clusterDir: string): Promise<string> {
  const file = path.join(clusterDir, PASSWORD_FILE);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new EmbeddedPostgresError(`${file} is missing or unreadable: restore it from a backup.`);
  }
}

async function build(dir: string, tools: ClusterTools): Promise<void> {
  await mkdir(dir, { mode: 0o700 });
  const { identity } = tools;
  if (identity.kind === 'account') await chown(dir, identity.uid, identity.gid);
  await run(tools, dir, {
    file: tools.binaries.initdb,
    args: [
      '-D',
      dir,
      '--username=postgres',
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
  });
  const password = randomBytes(32).toString('base64url');
  // Without connections: the single-user mode reads one statement a line.
  const statements = [
    `CREATE ROLE ${APPLICATION_ROLE} LOGIN CREATEDB PASSWORD '${password}';`,
    `CREATE DATABASE ${APPLICATION_DATABASE} OWNER ${APPLICATION_ROLE};`,
  ];
  await run(tools, dir, {
    file: tools.binaries.postgres,
    args: ['--single', '-D', dir, '-c', 'exit_on_error=on', 'postgres'],
    input: `${statements.join('\n')}\n`,
  });
  await writeFile(path.join(dir, 'pg_hba.conf'), CLIENT_RULES);
  const passwordFile = path.join(dir, PASSWORD_FILE);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flush: true });
  if (identity.kind === 'account') await chown(passwordFile, identity.uid, identity.gid);
}

async function run(
  tools: ClusterTools,
  dir: string,
  program: { readonly file: string; readonly args: readonly string[]; readonly input?: string },
): Promise<void> {
  const { file, args, input = '' } = program;
  const command = await buildCommand(tools.identity, file, args);
  const child = spawn(command.file, command.args, {
    cwd: '/',
    detached: true,
    env: { ...tools.environment, PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  // A child that fails early closes its input; its exit code tells more than EPIPE.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  if ((await promise) !== 0) throw explainFailure(stderr, path.dirname(dir));
}

/** Removes leftovers of builders that no longer run. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const builder = UNFINISHED.exec(name)?.[1];
    if (builder !== undefined && !(await isAlive(Number(builder)))) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function exists(dir: string): Promise<boolean> {
  return (await stat(dir).catch(() => undefined)) !== undefined;
}
