import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chown, link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { KeyWrapper } from './key-wrapper.ts';
import type { SealingKeys } from './seal.ts';

const keyBytes = 32;

export interface MasterKeyPlace {
  /** Undefined for the one in the data folder. */
  readonly file: string | undefined;
  readonly dataDir: string;
  /** Where the file holds wrapped keys: what unwraps them. */
  readonly wrapper?: KeyWrapper | undefined;
  /** The wrapped keys themselves, in place of the file. */
  readonly wrapped?: string | undefined;
}

export function findMasterKeyFile({ file, dataDir, wrapper }: MasterKeyPlace): string {
  return file ?? path.join(dataDir, wrapper ? 'master.key.wrapped' : 'master.key');
}

export interface MasterKey extends SealingKeys {
  /** Ends looking at the file. */
  close(): void;
}

/**
 * Reads the master key, or creates it in the data folder at the first start. While keys are rotated
 * the file holds former ones behind the current one, a line each. Changes to it are seen at the
 * next use; those of wrapped keys within `seenWithinMs`, since a service has to be asked.
 * @throws StartError
 */
export async function openMasterKey(
  from: MasterKeyPlace,
  log: Pick<Log, 'warn'>,
): Promise<MasterKey> {
  const file = findMasterKeyFile(from);
  let keys = await loadMasterKeys(from);
  if (from.wrapped !== undefined) return describeKeys(file, () => keys);
  let changedMs = statSync(file).mtimeMs;
  const take = (read: readonly Buffer[], atMs: number) => {
    changedMs = atMs;
    // Values sealed under a key just before its removal must still be opened.
    keys = [...read, ...keys.filter((key) => !read.some((other) => other.equals(key)))];
  };
  const findChange = () => {
    const info = statSync(file, { throwIfNoEntry: false });
    return info && info.mtimeMs !== changedMs ? info.mtimeMs : undefined;
  };
  if (from.wrapper) {
    const refresh = async () => {
      const atMs = findChange();
      if (atMs !== undefined) take(await loadMasterKeys(from), atMs);
    };
    const stop = repeat(lookEveryMs, () =>
      refresh().catch((err: unknown) => {
        log.warn({ err, file }, 'the wrapped master key has changed and could not be read');
      }),
    );
    return { ...describeKeys(file, () => keys), close: stop };
  }
  return describeKeys(file, () => {
    const atMs = findChange();
    if (atMs !== undefined) take(parseKeys(readFileSync(file, 'utf8'), file), atMs);
    return keys;
  });
}

const lookEveryMs = 2000;
/** Within which every process has seen new wrapped keys, if the service answers. */
export const seenWithinMs = 10_000;

function repeat(everyMs: number, work: () => Promise<void>): () => void {
  let timer = setTimeout(next, everyMs).unref();
  let isStopped = false;
  async function next(): Promise<void> {
    await work();
    if (!isStopped) timer = setTimeout(next, everyMs).unref();
  }
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function describeKeys(file: string, read: () => readonly Buffer[]): MasterKey {
  return {
    current() {
      const [key] = read();
      if (!key) throw new StartError(`The master key ${file} is empty.`);
      return key;
    },
    all: read,
    close: () => undefined,
  };
}

/**
 * Reads all keys of the file, the current one first. A key file that is configured but missing is
 * never created: a wrong path must not silently lead to a second key.
 * @throws StartError
 */
export async function loadMasterKeys(from: MasterKeyPlace): Promise<Buffer[]> {
  const file = findMasterKeyFile(from);
  const { wrapper } = from;
  if (wrapper) return unwrapKeys(wrapper, from.wrapped ?? (await readWrapped(file)), file);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && from.file === undefined) return undefined;
    throw new StartError(`The master key ${file} can't be read (${error.code ?? error.message}).`);
  });
  return text === undefined ? [await createMasterKey(file)] : parseKeys(text, file);
}

function readWrapped(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const hint = error.code === 'ENOENT' ? ': run npm run keys:wrap, or set MASTER_KEY_FILE' : '';
    throw new StartError(
      `The wrapped master key ${file} can't be read (${error.code ?? error.message})${hint}.`,
    );
  });
}

async function unwrapKeys(wrapper: KeyWrapper, text: string, file: string): Promise<Buffer[]> {
  const keys: Buffer[] = [];
  for (const word of text.trim().split(/\s+/)) {
    if (word !== '') keys.push(await wrapper.unwrap(word));
  }
  if (keys.length === 0) throw new StartError(`The wrapped master key ${file} is empty.`);
  if (keys.some((key) => key.length !== keyBytes)) {
    throw new StartError(`What was unwrapped of ${file} is no master key of ${keyBytes} bytes.`);
  }
  return keys;
}

/**
 * Tells when the file of the master key was changed last, and how many keys it holds, wrapped or
 * not.
 */
export async function describeMasterKey(
  from: MasterKeyPlace,
): Promise<{ readonly changedAt: Date; readonly keys: number }> {
  const file = findMasterKeyFile(from);
  const { mtime } = await stat(file);
  const words = (await readFile(file, 'utf8')).trim().split(/\s+/);
  return { changedAt: mtime, keys: words.length };
}

function parseKeys(text: string, file: string): Buffer[] {
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
export async function writeMasterKeys(
  place: MasterKeyPlace,
  keys: readonly Buffer[],
): Promise<void> {
  const file = findMasterKeyFile(place);
  const text = await formatMasterKeys(place, keys);
  const { mode, uid, gid } = await stat(file);
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, text, { mode: mode & 0o777, flush: true });
  await chown(aside, uid, gid);
  await rename(aside, file);
}

/** Returns keys as lines of the file, wrapped where it holds wrapped ones. */
export async function formatMasterKeys(
  { wrapper }: Pick<MasterKeyPlace, 'wrapper'>,
  keys: readonly Buffer[],
): Promise<string> {
  const lines: string[] = [];
  for (const key of keys) lines.push(wrapper ? await wrapper.wrap(key) : key.toString('base64'));
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Wraps a key into a file that did not exist.
 * @param from a file with the master key to wrap; undefined for a new one
 * @returns the path of the file
 * @throws StartError
 */
export async function wrapMasterKey(
  place: MasterKeyPlace,
  from: string | undefined,
): Promise<string> {
  if (!place.wrapper) {
    throw new StartError('Set MASTER_KEY=vault or MASTER_KEY=aws-kms, and what it needs, first.');
  }
  const file = findMasterKeyFile(place);
  const keys =
    from === undefined
      ? [generateMasterKey()]
      : await loadMasterKeys({ file: from, dataDir: place.dataDir });
  const text = await formatMasterKeys(place, keys);
  const opened = await unwrapKeys(place.wrapper, text, file);
  if (!opened.every((key, at) => keys[at]?.equals(key))) {
    throw new StartError('The key service returned another key than the one that it wrapped.');
  }
  await writeNewFile(file, text).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
    throw new StartError(`There is a wrapped master key in ${file} already; nothing was changed.`);
  });
  return file;
}

/**
 * Writes a new file aside and links it when complete: an interrupted write leaves no incomplete
 * key.
 */
async function writeNewFile(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, text, { mode: 0o600, flush: true });
  await link(aside, file).finally(() => unlink(aside));
}

async function createMasterKey(file: string): Promise<Buffer> {
  const key = generateMasterKey();
  try {
    await writeNewFile(file, `${key.toString('base64')}\n`);
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
