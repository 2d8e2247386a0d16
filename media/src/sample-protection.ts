import { malformed } from './iso-boxes.ts';

/** What a fragment says about one of its samples. */
export type SampleProtection = { sizeBytes: number; protectedBytes: number };

/** Bits of `tfhd` and what they bring before the default size, and of `trun` and `senc` (ISO/IEC 14496-12, 8.8; 23001-7, 7.2). */
const baseOffset = 0x1;
const descriptionIndex = 0x2;
const defaultDuration = 0x8;
const defaultSize = 0x10;
const dataOffset = 0x1;
const firstFlags = 0x4;
const ownSize = 0x200;
const listsParts = 0x2;
const mostSamples = 100_000;

/**
 * Reads how much of each sample of a fragment is declared as protected; samples without a list of
 * parts are protected whole.
 *
 * @param vectorBytes of each sample's own vector, by `tenc`
 * @throws MediaError `not_protected` for anything that does not fit
 */
export function readSampleProtection(
  { tfhd, trun, senc }: Readonly<Record<'tfhd' | 'trun' | 'senc', Uint8Array>>,
  vectorBytes: number,
): SampleProtection[] {
  const sizes = readSizes(trun, readDefaultSize(tfhd));
  const cursor = createCursor(senc);
  const flags = cursor.next(4) & 0xffffff;
  const count = cursor.next(4);
  if (count !== sizes.length || count === 0) throw malformed('senc does not list every sample');
  return sizes.map((sizeBytes) => {
    cursor.skip(vectorBytes);
    if ((flags & listsParts) === 0) return { sizeBytes, protectedBytes: sizeBytes };
    let [all, protectedBytes] = [0, 0];
    for (let parts = cursor.next(2); parts > 0; parts -= 1) {
      const clear = cursor.next(2);
      const covered = cursor.next(4);
      all += clear + covered;
      protectedBytes += covered;
    }
    if (all !== sizeBytes) throw malformed('the parts of a sample are not its whole');
    return { sizeBytes, protectedBytes };
  });
}

function readDefaultSize(tfhd: Uint8Array): number | null {
  const cursor = createCursor(tfhd);
  const flags = cursor.next(4) & 0xffffff;
  cursor.skip(4);
  if (flags & baseOffset) cursor.skip(8);
  if (flags & descriptionIndex) cursor.skip(4);
  if (flags & defaultDuration) cursor.skip(4);
  return flags & defaultSize ? cursor.next(4) : null;
}

function readSizes(trun: Uint8Array, sizeOfAll: number | null): number[] {
  const cursor = createCursor(trun);
  const flags = cursor.next(4) & 0xffffff;
  const count = cursor.next(4);
  if (count > mostSamples) throw malformed('a fragment has too many samples');
  if (flags & dataOffset) cursor.skip(4);
  if (flags & firstFlags) cursor.skip(4);
  const fieldsOfSample = [0x100, ownSize, 0x400, 0x800].filter((field) => flags & field);
  return Array.from({ length: count }, () => {
    let size = sizeOfAll;
    for (const field of fieldsOfSample) {
      const value = cursor.next(4);
      if (field === ownSize) size = value;
    }
    if (size === null) throw malformed('a sample without a size');
    return size;
  });
}

/** Reads unsigned numbers one after the other. */
function createCursor(bytes: Uint8Array) {
  let at = 0;
  return {
    next(length: number): number {
      if (at + length > bytes.length) throw malformed('a box is cut off');
      let value = 0;
      for (const byte of bytes.subarray(at, at + length)) value = value * 256 + byte;
      at += length;
      return value;
    },
    skip(length: number): void {
      at += length;
    },
  };
}
