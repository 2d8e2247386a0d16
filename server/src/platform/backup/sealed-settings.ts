import { randomBytes, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { createFixedKeys, seal, UnsealError, unseal } from '../crypto/seal.ts';
import { StartError } from '../errors/app-error.ts';

export const sealedSettingsName = 'settings.sealed.json';

const contents = z.object({
  /** By the name of the variable. */
  environment: z.record(z.string(), z.string()),
  /** The text of the master key's file, which may hold it wrapped. */
  masterKey: z.optional(z.union([z.string(), z.undefined()])),
});
/** What a new machine needs beside database and media. */
export type SealedSettings = z.infer<typeof contents>;

const sealedFile = z.object({ salt: z.string(), sealed: z.string() });

/** Of guessing; fewer characters are found by trying. */
const leastPassphraseLength = 12;

/** OWASP Password Storage Cheat Sheet: N = 2^17, r = 8, p = 1, which takes 128 MiB. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 ** 2 };
const context = 'backup-settings';

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/**
 * Reads the passphrase from the first line of a file.
 * @throws StartError
 */
export async function readPassphrase(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`The passphrase ${file} can't be read (${cause.code ?? cause.message}).`);
  });
  const [line = ''] = text.split(/\r?\n/, 1);
  return line;
}

/**
 * Seals settings under a passphrase.
 * @throws StartError for a passphrase that is too short
 */
export async function sealSettings(settings: SealedSettings, passphrase: string): Promise<string> {
  if (passphrase.length < leastPassphraseLength) {
    throw new StartError(
      `The passphrase has ${passphrase.length} characters: use at least ${leastPassphraseLength}.`,
    );
  }
  const salt = randomBytes(16);
  const key = await derive(passphrase, salt, 32, cost);
  const sealed = seal(createFixedKeys(key), Buffer.from(JSON.stringify(settings)), context);
  const file = { salt: salt.toString('base64'), sealed: sealed.toString('base64') };
  return `${JSON.stringify(file satisfies z.infer<typeof sealedFile>)}\n`;
}

/** @throws StartError for another passphrase */
export async function openSettings(text: string, passphrase: string): Promise<SealedSettings> {
  const { salt, sealed } = z.parse(sealedFile, JSON.parse(text));
  const key = await derive(passphrase, Buffer.from(salt, 'base64'), 32, cost);
  try {
    const plain = unseal(createFixedKeys(key), Buffer.from(sealed, 'base64'), context);
    return z.parse(contents, JSON.parse(plain.toString()));
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw new StartError('The passphrase is not the one that sealed the settings of this backup.');
  }
}
