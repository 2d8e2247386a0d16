import * as z from 'zod/mini';
import { CopyProblem } from './kept-copy.ts';
import { readTag, type Sealed, toBase64url } from './seal.ts';

/** All that a copy consists of; signed by the device key once the download is complete. */
const indexSchema = z.object({
  version: z.literal(1),
  copyId: z.string(),
  videoId: z.string(),
  userId: z.string(),
  deviceId: z.string(),
  print: z.string(),
  expiresAtMs: z.number(),
  /** Each file by its name below the video: vector, tag and length of its sealed bytes. */
  files: z.record(z.string(), z.object({ iv: z.string(), tag: z.string(), bytes: z.number() })),
});
export type CopyIndex = z.infer<typeof indexSchema>;

export interface SignedIndex {
  readonly text: string;
  /** ES256 over the text. */
  readonly signature: ArrayBuffer;
}

/** The part of the device key that signs for copies. */
export interface IndexSigner {
  readonly deviceId: string;
  signIndex(text: string): Promise<ArrayBuffer>;
  verifyIndex(text: string, signature: ArrayBuffer): Promise<boolean>;
}

export const describeFile = (sealed: Sealed): CopyIndex['files'][string] => ({
  iv: toBase64url(sealed.iv),
  tag: toBase64url(readTag(sealed)),
  bytes: sealed.data.byteLength,
});

export async function signIndex(signer: IndexSigner, index: CopyIndex): Promise<SignedIndex> {
  const text = JSON.stringify(index);
  return { text, signature: await signer.signIndex(text) };
}

/**
 * Reads an index that this device signed for this copy.
 * @throws CopyProblem 'other-device' for one of another device or machine, 'integrity' for one that
 * was changed
 */
export async function openIndex(
  signer: IndexSigner,
  signed: SignedIndex,
  expected: { readonly copyId: string; readonly print: string },
): Promise<CopyIndex> {
  const index = parseIndex(signed.text);
  const isHere = index.deviceId === signer.deviceId && index.print === expected.print;
  if (!isHere) throw new CopyProblem('other-device');
  const isSigned = await signer.verifyIndex(signed.text, signed.signature);
  if (!isSigned || index.copyId !== expected.copyId) throw new CopyProblem('integrity');
  return index;
}

function parseIndex(text: string): CopyIndex {
  try {
    return z.parse(indexSchema, JSON.parse(text));
  } catch (error) {
    throw new CopyProblem('integrity', error);
  }
}

/** @throws CopyProblem 'integrity' unless these are the very bytes that the index names */
export function requireListed(index: CopyIndex, name: string, sealed: Sealed): void {
  const listed = index.files[name];
  const found = describeFile(sealed);
  const isSame =
    listed?.iv === found.iv && listed.tag === found.tag && listed.bytes === found.bytes;
  if (!isSame) throw new CopyProblem('integrity');
}
