import { createHash, type Hash } from 'node:crypto';
import { checksumNotUnderstood } from './upload.errors.ts';

/** tus 1.0, checksum: SHA-1 must be supported. */
export const checksumAlgorithms = ['sha1', 'sha256'] as const;

export interface Checksum {
  readonly hash: Hash;
  readonly digest: Buffer;
}

/**
 * Reads `Upload-Checksum: sha256 <base64>`.
 * @throws AppError 400
 */
export function readChecksum(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined;
  const [name, value = '', ...rest] = header.split(' ');
  const algorithm = checksumAlgorithms.find((known) => known === name);
  if (!algorithm || rest.length > 0) throw checksumNotUnderstood();
  const hash = createHash(algorithm);
  const digest = Buffer.from(value, 'base64');
  const expected = algorithm === 'sha1' ? 20 : 32;
  if (digest.length !== expected || digest.toString('base64') !== value) {
    throw checksumNotUnderstood();
  }
  return { hash, digest };
}
