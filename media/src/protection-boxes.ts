import { descend, malformed, onlyBox, readBoxes } from './iso-boxes.ts';

// Bytes of fixed fields before the child boxes of a sample entry (ISO/IEC 14496-12, 8.5.2, 12.1.3, 12.2.3).
const sampleEntryFields: Readonly<Record<string, number>> = { encv: 78, enca: 28 };

/** What an initialisation segment promises about the encryption of its track. */
export type TrackProtection = { scheme: string; keyId: Uint8Array };

/**
 * Reads `schm` and `tenc` (ISO/IEC 23001-7) from an initialisation segment with one track. The only
 * sample entry must be a protected one: a second, clear entry is how clear segments are declared.
 *
 * @throws MediaError `not_protected` for anything else, malformed bytes included.
 */
export function readTrackProtection(init: Uint8Array): TrackProtection {
  const sampleTable = descend(init, ['moov', 'trak', 'mdia', 'minf', 'stbl']);
  forbidEncryptionGroups(sampleTable);
  const description = onlyBox(readBoxes(sampleTable), 'stsd').body;
  const [entry, another] = readBoxes(description.subarray(8));
  if (!entry || another) throw malformed('expected exactly one sample entry');
  const fields = sampleEntryFields[entry.type];
  if (fields === undefined) throw malformed(`sample entry ${JSON.stringify(entry.type)} is clear`);

  const protection = readBoxes(descend(entry.body.subarray(fields), ['sinf']));
  const schemeType = onlyBox(protection, 'schm').body;
  const encryption = descend(onlyBox(protection, 'schi').body, ['tenc']);
  if (schemeType.length < 8 || encryption.length < 24) throw malformed('schm or tenc is cut off');
  if (encryption[6] !== 1) throw malformed('tenc declares the samples clear');
  return {
    scheme: String.fromCharCode(...schemeType.subarray(4, 8)),
    keyId: encryption.subarray(8, 24),
  };
}

/**
 * Checks that the fragments at the head of a media segment list their encrypted samples (`senc`) and
 * do not switch encryption off for a group of them.
 *
 * @param head the first bytes of the segment, at least up to the end of its last `moof`.
 * @throws MediaError `not_protected`.
 */
export function requireEncryptedFragment(head: Uint8Array): void {
  const boxes = readBoxes(head).filter((box) => box.type === 'moof');
  if (boxes.length === 0) throw malformed('a segment has no moof box');
  for (const { body } of boxes) {
    const fragment = descend(body, ['traf']);
    forbidEncryptionGroups(fragment);
    const samples = onlyBox(readBoxes(fragment), 'senc').body;
    if (samples.length < 8 || samples.subarray(4, 8).every((byte) => byte === 0)) {
      throw malformed('senc lists no samples');
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
