import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MediaError } from './media-error.ts';
import { readTrackProtection, requireEncryptedFragment } from './protection-boxes.ts';

const text = (value: string) => Buffer.from(value, 'latin1');
const box = (type: string, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
};
const zeros = (length: number) => Buffer.alloc(length);
const keyId = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

const tenc = (isProtected: number) => box('tenc', zeros(6), Buffer.of(isProtected, 8), keyId);
const sinf = (isProtected = 1, scheme = 'cbcs') =>
  box('sinf', box('schm', zeros(4), text(scheme), zeros(4)), box('schi', tenc(isProtected)));
const init = (entries: Uint8Array[], ...more: Uint8Array[]) => {
  const stbl = box('stbl', box('stsd', zeros(8), ...entries), ...more);
  return box('moov', box('trak', box('mdia', box('minf', stbl))));
};
const encv = (...children: Uint8Array[]) => box('encv', zeros(78), ...children);
const seig = box('sgpd', zeros(4), text('seig'), zeros(8));
const roll = box('sgpd', zeros(4), text('roll'), zeros(8));
const senc = (samples: number) => box('senc', zeros(4), Buffer.of(0, 0, 0, samples));
const fragment = (...children: Uint8Array[]) => box('moof', box('traf', ...children));

test('scheme and key id are read from a protected track', () => {
  const read = readTrackProtection(Buffer.concat([box('ftyp'), init([encv(sinf())], roll)]));
  expect(read.scheme).toBe('cbcs');
  expect(Buffer.from(read.keyId)).toEqual(keyId);
});

test.each([
  ['a clear sample entry', init([box('avc1', zeros(78))])],
  ['a second, clear sample entry', init([encv(sinf()), box('avc1', zeros(78))])],
  ['a protected entry without sinf', init([encv()])],
  ['tenc that says clear', init([encv(sinf(0))])],
  ['a group that overrides tenc', init([encv(sinf())], seig)],
  ['no sample entry', init([])],
  ['no bytes', zeros(0)],
  ['cut bytes', init([encv(sinf())]).subarray(0, 60)],
])('%s is refused', (_, bytes) => {
  expect(() => readTrackProtection(bytes)).toThrow(MediaError);
});

test('a fragment must list its encrypted samples', () => {
  expect(() => requireEncryptedFragment(fragment(senc(2)))).not.toThrow();
  for (const clear of [fragment(), fragment(senc(0)), fragment(senc(2), seig), box('styp')]) {
    expect(() => requireEncryptedFragment(clear)).toThrow(MediaError);
  }
});

test('damaged bytes are read or refused, and nothing else happens', () => {
  const samples = [init([encv(sinf())], roll), fragment(senc(2), roll)];
  const change = fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(change, { maxLength: 6 }),
      fc.nat(400),
      (sample, changes, keep) => {
        const bytes = Buffer.from(sample.subarray(0, Math.max(1, keep)));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        for (const read of [readTrackProtection, requireEncryptedFragment]) {
          try {
            read(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(MediaError);
          }
        }
      },
    ),
    { numRuns: 2000 },
  );
});
