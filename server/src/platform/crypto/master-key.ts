import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors/app-error.ts';

const keyBytes = 32;

/**
 * Reads the master key, or makes it in the data folder at the first start. A key file that was
 * named but is not there is never made: a wrong path must not silently start a second truth.
 * @returns 32 bytes
 * @throws StartError
 */
export async function loadMasterKey(from: {
  file: string | undefined;
  dataDir: string;
}): Promise<Buffer> {
  const file = from.file ?? path.join(from.dataDir, 'master.key');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && from.file === undefined) return undefined;
    throw new StartError(`The master key ${file} can't be read (${error.code ?? error.message}).`);
  });
  if (text === undefined) return createMasterKey(file);
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes)
    throw new StartError(`The master key ${file} must hold ${keyBytes} bytes as base64.`);
  return key;
}

async function createMasterKey(file: string): Promise<Buffer> {
  const key = randomBytes(keyBytes);
  try {
    // Written aside and linked when whole: a start that is cut short leaves no half a key.
    const aside = `${file}.${process.pid}`;
    await writeFile(aside, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
    await link(aside, file).finally(() => unlink(aside));
    return key;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return loadMasterKey({ file, dataDir: path.dirname(file) });
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
