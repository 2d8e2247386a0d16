import { findOnlyBox, followBoxes, malformed, readBoxes } from './iso-boxes.ts';
import { readSampleProtection } from './sample-protection.ts';

// Bytes of fixed fields before the child boxes of a sample entry (ISO/IEC 14496-12, 8.5.2, 12.1.3, 12.2.3).
const sampleEntryFields: Readonly<Record<string, number>> = { encv: 78, enca: 28 };

/** The encryption of a track as its init segment declares it. */
export type TrackProtection = {
  scheme: string;
  keyId: Uint8Array;
  kind: 'picture' | 'sound';
  /** Length of the vector of each sample; 0 where all share one. */
  vectorBytes: number;
};

/** The block size of AES; a shorter rest stays in the clear. */
const blockBytes = 16;
/** A picture like the one before it takes less, and shows nothing without that one. */
const mostClearBytes = 64;

/**
 * Reads `schm` and `tenc` (ISO/IEC 23001-7) from an initialisation segment with one track. The only
 * sample entry must be a protected one: a second, clear entry is how clear segments are declared.
 *
 * @throws MediaError `not_protected` for anything else, malformed bytes included.
 */
export function readTrackProtection(init: Uint8Array): TrackProtection {
  const sampleTable = followBoxes(init, ['moov', 'trak', 'mdia', 'minf', 'stbl']);
  forbidEncryptionGroups(sampleTable);
  const description = findOnlyBox(readBoxes(sampleTable), 'stsd').body;
  const [entry, another] = readBoxes(description.subarray(8));
  if (!entry || another) throw malformed('expected exactly one sample entry');
  const fields = sampleEntryFields[entry.type];
  if (fields === undefined) throw malformed(`sample entry ${JSON.stringify(entry.type)} is clear`);

  const protection = readBoxes(followBoxes(entry.body.subarray(fields), ['sinf']));
  const schemeType = findOnlyBox(protection, 'schm').body;
  const encryption = followBoxes(findOnlyBox(protection, 'schi').body, ['tenc']);
  if (schemeType.length < 8 || encryption.length < 24) throw malformed('schm or tenc is cut off');
  if (encryption[6] !== 1) throw malformed('tenc declares the samples clear');
  return {
    scheme: String.fromCharCode(...schemeType.subarray(4, 8)),
    keyId: encryption.subarray(8, 24),
    kind: entry.type === 'encv' ? 'picture' : 'sound',
    vectorBytes: encryption[7] ?? 0,
  };
}

/**
 * Checks that the fragments at the head of a media segment list their encrypted samples (`senc`), do
 * not switch encryption off for a group of them, and leave nothing in the clear that shows anything:
 * each begins with a key picture, which must be encrypted, and so must every sample that is not tiny.
 *
 * @param head the first bytes of the segment, at least up to the end of its last `moof`.
 * @throws MediaError `not_protected`.
 */
export function requireEncryptedFragment(
  head: Uint8Array,
  { kind, vectorBytes }: Pick<TrackProtection, 'kind' | 'vectorBytes'>,
): void {
  const boxes = readBoxes(head).filter((box) => box.type === 'moof');
  if (boxes.length === 0) throw malformed('a segment has no moof box');
  for (const { body } of boxes) {
    const fragment = followBoxes(body, ['traf']);
    forbidEncryptionGroups(fragment);
    const inside = readBoxes(fragment);
    const bodyOf = (type: string) => findOnlyBox(inside, type).body;
    const parts = { tfhd: bodyOf('tfhd'), trun: bodyOf('trun'), senc: bodyOf('senc') };
    const samples = readSampleProtection(parts, vectorBytes);
    for (const [index, { sizeBytes, protectedBytes }] of samples.entries()) {
      const isClear = protectedBytes < blockBytes;
      if (isClear && index === 0 && kind === 'picture') {
        throw malformed('a key picture is in the clear');
      }
      if (isClear && sizeBytes > mostClearBytes) throw malformed('a sample is in the clear');
    }
  }
}

/** A `seig` sample group overrides `tenc`, and could declare samples clear. */
function forbidEncryptionGroups(container: Uint8Array): void {
  for (const { type, body } of readBoxes(container)) {
    const grouping = String.fromCharCode(...body.subarray(4, 8));
    if ((type === 'sgpd' || type === 'sbgp') && grouping === 'seig') {
      throw malformed('samples are grouped by encryption');
    }
  }
}
