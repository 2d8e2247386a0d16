import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chown, link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors/app-error.ts';
import type { SealingKeys } from './seal.ts';

const keyBytes = 32;

export interface MasterKeyPlace {
  /** Undefined for the one in the data folder. */
  readonly file: string | undefined;
  readonly dataDir: string;
}

export function findMasterKeyFile({ file, dataDir }: MasterKeyPlace): string {
  return file ?? path.join(dataDir, 'master.key');
}

/**
 * Reads the master key, or creates it in the data folder at the first start. While keys are rotated
 * the file holds former ones behind the current one, a line each; changes to it are seen at the
 * next use.
 * @throws StartError
 */
export async function openMasterKey(from: MasterKeyPlace): Promise<SealingKeys> {
  const file = findMasterKeyFile(from);
  let keys = await loadMasterKeys(from);
  let changedMs = statSync(file).mtimeMs;
  const refresh = () => {
    const info = statSync(file, { throwIfNoEntry: false });
    if (!info || info.mtimeMs === changedMs) return;
    const read = keysIn(readFileSync(file, 'utf8'), file);
    changedMs = info.mtimeMs;
    // Values sealed under a key just before its removal must still be opened.
    keys = [...read, ...keys.filter((key) => !read.some((other) => other.equals(key)))];
  };
  return {
    current: () => {
      refresh();
      const [key] = keys;
      if (!key) throw new StartError(`The master key ${file} is empty.`);
      return key;
    },
    all: () => {
      refresh();
      return keys;
    },
  };
}

/**
 * Reads all keys of the file, the current one first. A key file that is configured but missing is
 * never created: a wrong path must not silently lead to a second key.
 * @throws StartError
 */
export async function loadMasterKeys(from: MasterKeyPlace): Promise<Buffer[]> {
  const file = findMasterKeyFile(from);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && from.file === undefined) return undefined;
    throw new StartError(`The master key ${file} can't be read (${error.code ?? error.message}).`);
  });
  return text === undefined ? [await createMasterKey(file)] : keysIn(text, file);
}

function keysIn(text: string, file: string): Buffer[] {
  const keys = text
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'));
  if (keys.some((key) => key.length !== keyBytes))
    throw new StartError(`The master key ${file} must hold ${keyBytes} bytes as base64.`);
  return keys;
}

export function generateMasterKey(): Buffer {
  return randomBytes(keyBytes);
}

/** Replaces the whole file at once: a reader sees either the old file or the new one. */
export async function writeMasterKeys(file: string, keys: readonly Buffer[]): Promise<void> {
  const { mode, uid, gid } = await stat(file);
  const aside = `${file}.${process.pid}`;
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
  await writeFile(aside, text, { mode: mode & 0o777, flush: true });
  await chown(aside, uid, gid);
  await rename(aside, file);
}

async function createMasterKey(file: string): Promise<Buffer> {
  const key = generateMasterKey();
  try {
    // Written aside and linked when complete: an interrupted start leaves no incomplete key.
    const aside = `${file}.${process.pid}`;
    await writeFile(aside, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
    await link(aside, file).finally(() => unlink(aside));
    return key;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    const [made = key] = await loadMasterKeys({ file, dataDir: path.dirname(file) });
    return made;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
