import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { findClusterDir } from './platform/db/embedded/cluster.ts';
import type { DiskFolders } from './platform/disk/disk-room.ts';
import { listMadeFolders } from './platform/disk/made-folders.ts';
import { StartError } from './platform/errors/app-error.ts';
import type { Log } from './platform/log/log.ts';
import type { PlatformConfig } from './platform/platform.config.ts';

/**
 * The widest mode of each entry below DATA_DIR. Accounts outside an entry's group can't read it.
 *
 * Two folders are open beyond that: DATA_DIR itself, which other accounts may pass through but not
 * list, since the database and nginx run as accounts of their own; and the folder that an operator
 * names as DELIVERY_REVOCATIONS_DIR (`keepRevocationFiles`), since an nginx that can't look into it
 * takes every session for a live one.
 */
const mostAllowed = {
  // Published files inherit its group, through which nginx reads them.
  media: 0o750,
  // Links for the account that PostgreSQL runs as; `linkLibraries` gives them its group.
  'pg-lib': 0o750,
  work: 0o700,
  uploads: 0o700,
  imports: 0o700,
  parts: 0o700,
  events: 0o700,
  'running.json': 0o600,
} as const;

/** Names the folders below DATA_DIR that features use. */
export function dataFoldersOf(dataDir: string) {
  const folder = (name: keyof typeof mostAllowed) => path.join(dataDir, name);
  return {
    mediaDir: folder('media'),
    workDir: folder('work'),
    uploadDir: folder('uploads'),
    importDir: folder('imports'),
    partDir: folder('parts'),
    eventDir: folder('events'),
  };
}

/** Lists the folders whose disks may fill: those of this instance, and none of other services. */
export function diskFoldersOf(
  dataDir: string,
  settings: Pick<PlatformConfig, 'storage' | 'databaseUrl'>,
): DiskFolders {
  const { workDir, mediaDir } = dataFoldersOf(dataDir);
  return {
    files: settings.storage === 'disk' ? [workDir, mediaDir] : [workDir],
    database: settings.databaseUrl === undefined ? [findClusterDir(dataDir)] : [],
  };
}

/** Every account that knows a name in it may pass; only the owner can list it. */
const passable = 0o711;

/**
 * Everything created without an explicit mode is closed to other accounts, also by child processes.
 */
export const umask = 0o027;

/** A disk that sleeps needs some seconds; a network file system without its server never answers. */
const answerTimeoutMs = 10_000;

/**
 * Creates the data folder if it is missing.
 * @param list the program that lists it
 * @throws StartError when the folder does not answer, or is a file
 */
export async function openDataFolder(
  dataDir: string,
  { list = 'ls', timeoutMs = answerTimeoutMs }: { list?: string; timeoutMs?: number } = {},
): Promise<void> {
  if (!(await answers(list, dataDir, timeoutMs))) {
    throw new StartError(
      `DATA_DIR is ${dataDir}, which does not answer for ${timeoutMs / 1000} s: see whether its disk or network share is there, or set DATA_DIR to another folder.`,
    );
  }
  const first = await mkdir(dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error;
    throw new StartError(
      `DATA_DIR is ${dataDir}, which is or lies in a file: set DATA_DIR to a folder.`,
    );
  });
  for (const made of listMadeFolders(dataDir, first)) await chmod(made, passable);
}

/**
 * Removes permissions beyond `mostAllowed` that earlier versions, or a wide umask, gave to entries
 * of the data folder. Files below them then can't be reached, regardless of their own mode.
 */
export async function closeDataFolder(dataDir: string, log: Log): Promise<void> {
  for (const [name, most] of Object.entries(mostAllowed)) {
    const entry = path.join(dataDir, name);
    const mode = (await stat(entry).catch(() => undefined))?.mode ?? 0;
    if ((mode & 0o777 & ~most) === 0) continue;
    try {
      await chmod(entry, mode & most);
      log.warn({ entry }, 'was open to other accounts of this machine and is closed to them now');
    } catch (err) {
      log.warn({ err, entry }, 'is open to other accounts of this machine and can not be closed');
    }
  }
}

/** Folders that a group may read; see `mostAllowed`. */
const shared: readonly string[] = ['media', 'pg-lib'];
const mostEntries = 200;

/**
 * Lists the entries of the data folder with their permissions. What lies deeper can't be reached by
 * other accounts where these are closed.
 * @param masterKeyFile wherever it lies
 */
export async function listDataFiles(dataDir: string, masterKeyFile: string) {
  const modeOf = async (file: string) => (await stat(file).catch(() => undefined))?.mode;
  const names = (await readdir(dataDir)).filter((name) => name !== path.basename(masterKeyFile));
  const files = [
    { name: 'DATA_DIR', file: dataDir, kind: 'root' },
    { name: 'master key', file: masterKeyFile, kind: 'secret' },
    ...names.slice(0, mostEntries).map((name) => {
      const kind = shared.includes(name) ? ('shared' as const) : ('private' as const);
      return { name, file: path.join(dataDir, name), kind };
    }),
  ] as const;
  const found = await Promise.all(
    files.map(async ({ name, file, kind }) => {
      const mode = await modeOf(file);
      return mode === undefined ? [] : [{ name, kind, mode: mode & 0o777 }];
    }),
  );
  return found.flat();
}

/** Makes the folder of media, so that an operator can give it a group before the first video. */
export async function openMediaFolder(mediaDir: string, log: Log): Promise<void> {
  await mkdir(mediaDir, { recursive: true, mode: mostAllowed.media });
  const { gid } = await stat(mediaDir);
  const isOurs = process.getuid?.() === 0 || gid === process.getegid?.();
  if (!isOurs && !process.getgroups?.().includes(gid)) {
    log.warn(
      { mediaDir, gid },
      'this user is not in the group of this folder, so the group cannot read new videos',
    );
  }
}

/**
 * Looks at the folder by a child, which can be left behind: a thread of this process that hangs in
 * a call to the file system would keep it from ending.
 */
async function answers(list: string, dataDir: string, timeoutMs: number): Promise<boolean> {
  const child = spawn(list, ['-a', dataDir], { stdio: 'ignore' });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // With any answer: the first use of the folder says better what is wrong with it.
  child.once('close', () => resolve(true)).once('error', () => resolve(true));
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    child.unref();
    resolve(false);
  }, timeoutMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

const ownerNote = z.object({ pid: z.number(), since: z.string(), address: z.string() });

const noteFile = (dataDir: string) => path.join(dataDir, 'running.json');

/** Notes where this process serves, for a second start that finds the folder in use. */
export async function noteAddress(dataDir: string, address: string): Promise<void> {
  const since = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const draft = `${noteFile(dataDir)}.new`;
  const note = `${JSON.stringify({ pid: process.pid, since, address })}\n`;
  await writeFile(draft, note, { mode: mostAllowed['running.json'] });
  await rename(draft, noteFile(dataDir));
}

/**
 * Tells which process has the embedded database. PostgreSQL itself shows that a process has it, as
 * its parent; the note only adds to that, so the note of a killed process does no harm.
 */
export async function describeOwner(dataDir: string, pid: number): Promise<StartError> {
  const text = await readFile(noteFile(dataDir), 'utf8').catch(() => '{}');
  const note = z.safeParse(ownerNote, parseJson(text));
  const known =
    note.success && note.data.pid === pid
      ? `, which runs since ${note.data.since} at ${note.data.address}`
      : '';
  return new StartError(
    `DATA_DIR is ${dataDir} and in use by process ${pid}${known}: stop that one, set DATA_DIR and PORT to others, or run several processes over one DATABASE_URL.`,
  );
}

/** Notes when a backup was finished; the security audit reads the time of the file. */
export async function noteBackup(dataDir: string, madeAt: string): Promise<void> {
  await writeFile(path.join(dataDir, 'last-backup'), `${madeAt}\n`, { mode: 0o644 });
}

const movedNote = z.object({ to: z.string(), at: z.string() });

const movedFile = (dataDir: string) => path.join(dataDir, 'moved.json');

/**
 * Notes that the embedded database lives on in another one, so that no later start goes on with the
 * rows of before.
 * @param to where to, without a password
 */
export async function noteMoved(dataDir: string, to: string): Promise<void> {
  const note: z.infer<typeof movedNote> = { to, at: new Date().toISOString() };
  await writeFile(movedFile(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
}

/** @throws StartError when the embedded database of this folder was moved */
export async function refuseMoved(dataDir: string): Promise<void> {
  const text = await readFile(movedFile(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const note = z.safeParse(movedNote, parseJson(text));
  const where = note.success ? ` to ${note.data.to} on ${note.data.at}` : '';
  throw new StartError(
    `The database of DATA_DIR was moved${where}: set DATABASE_URL to it. To go back to the rows from before the move, remove ${movedFile(dataDir)}.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
