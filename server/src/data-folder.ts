import { spawn } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { StartError } from './platform/errors/app-error.ts';

/** A disk that sleeps needs some seconds; a network file system without its server never answers. */
const answerTimeoutMs = 10_000;

/**
 * Makes the data folder where it is missing.
 * @param list the program that is asked to list it
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
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error;
    throw new StartError(
      `DATA_DIR is ${dataDir}, which is or lies in a file: set DATA_DIR to a folder.`,
    );
  });
}

/**
 * Looks at the folder by a child, which can be left behind: a thread of this process that hangs in
 * a call to the file system would keep it from ending.
 */
async function answers(list: string, dataDir: string, timeoutMs: number): Promise<boolean> {
  const child = spawn(list, ['-a', dataDir], { stdio: 'ignore' });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // Whatever it answers: what is wrong with the folder, its first use says better.
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
  await writeFile(draft, `${JSON.stringify({ pid: process.pid, since, address })}\n`);
  await rename(draft, noteFile(dataDir));
}

/**
 * Says who has the embedded database. That a process has it is known from PostgreSQL, whose parent
 * it is; the note only adds to that, so one of a killed process does no harm.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
