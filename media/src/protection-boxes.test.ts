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
const word = (value: number) => Buffer.of(value >> 24, value >> 16, value >> 8, value);
const senc = (samples: number) => box('senc', zeros(4), word(samples));
/** Of samples of 200 bytes, each. */
const run = (samples: number) =>
  Buffer.concat([
    box('tfhd', word(0x10), zeros(4), word(200)),
    box('trun', zeros(4), word(samples)),
  ]);
const fragment = (...children: Uint8Array[]) => box('moof', box('traf', ...children));
/** Samples, as numbers of clear and of protected bytes, each with its own vector. */
const parted = (vectorBytes: number, ...samples: (readonly [number, number])[]) => {
  const sizes = samples.map(([clear, covered]) => word(clear + covered));
  const parts = samples.map(([clear, covered]) =>
    Buffer.concat([zeros(vectorBytes), Buffer.of(0, 1, clear >> 8, clear), word(covered)]),
  );
  const count = word(samples.length);
  return fragment(
    box('tfhd', zeros(8)),
    box('trun', word(0x201), count, zeros(4), ...sizes),
    box('senc', word(2), count, ...parts),
  );
};
const picture = { kind: 'picture', vectorBytes: 0 } as const;
const sound = { kind: 'sound', vectorBytes: 0 } as const;

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
  const good = fragment(run(2), senc(2));
  expect(() => requireEncryptedFragment(good, picture)).not.toThrow();
  for (const clear of [
    ...[fragment(run(2)), fragment(run(2), senc(0)), fragment(run(2), senc(1)), fragment(senc(2))],
    ...[fragment(run(2), senc(2), seig), fragment(run(0), senc(0)), box('styp')],
  ]) {
    expect(() => requireEncryptedFragment(clear, picture)).toThrow(MediaError);
  }
});

test.each([0, 8])(
  'no sample that shows anything is in the clear (vectors of %i bytes)',
  (vectorBytes) => {
    const verdict = (kind: 'picture' | 'sound', ...samples: [number, number][]) => {
      try {
        requireEncryptedFragment(parted(vectorBytes, ...samples), { kind, vectorBytes });
        return 'protected';
      } catch (error) {
        return error instanceof MediaError ? error.log : String(error);
      }
    };
    expect(verdict('picture', [761, 159], [10, 2], [12, 40])).toBe('protected');
    // As of a plain picture of 16 × 16: shorter than a block.
    expect(verdict('picture', [761, 15], [10, 2])).toBe('a key picture is in the clear');
    expect(verdict('picture', [20, 159], [120, 0])).toBe('a sample is in the clear');
    expect(verdict('sound', [9, 0], [0, 300])).toBe('protected');
    expect(verdict('sound', [300, 0])).toBe('a sample is in the clear');
  },
);

test('damaged bytes are read or refused, without any other failure', () => {
  const samples = [
    ...[init([encv(sinf())], roll), fragment(run(2), senc(2), roll)],
    parted(0, [700, 160], [10, 2]),
  ];
  const readFragment = (bytes: Uint8Array) => requireEncryptedFragment(bytes, sound);
  const change = fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(change, { maxLength: 6 }),
      fc.nat(400),
      (sample, changes, keep) => {
        const bytes = Buffer.from(sample.subarray(0, Math.max(1, keep)));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        for (const read of [readTrackProtection, readFragment]) {
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
