import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPicture } from './picture-type.rules.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const pngOf = (...chunks: readonly Buffer[]) => Buffer.concat([signature, ...chunks]);

it.each([
  ['ffd8ffe0', true],
  ['524946460000000057454250', true],
  ['5249464600000000415649', false],
  ['3c737667', false],
  ['474946383961', false],
  ['89504e47', false],
  ['', false],
])('says of %s that it is a picture: %s', (hex, expected) => {
  const bytes = Buffer.from(hex, 'hex');
  expect(readPicture(bytes)).toEqual(expected ? bytes : null);
});

it('takes any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), bytes]);
      expect(readPicture(jpeg)).toBe(jpeg);
      expect(() => readPicture(Buffer.concat([signature, bytes]))).not.toThrow();
    }),
  );
});

describe('a PNG', () => {
  const pixels = [
    chunk('IHDR', Buffer.alloc(13, 1)),
    chunk('PLTE', Buffer.alloc(3)),
    chunk('tRNS', Buffer.alloc(1)),
    chunk('IDAT', Buffer.alloc(9)),
    chunk('IDAT', Buffer.alloc(5)),
  ];

  it('keeps its pixels, and nothing that is unpacked beside them', () => {
    const bomb = deflateSync(Buffer.alloc(1_000_000));
    const [header, ...rest] = pixels;
    const given = pngOf(
      header!,
      ...['iCCP', 'zTXt', 'iTXt', 'eXIf', 'acTL', 'fdAT'].map((type) => chunk(type, bomb)),
      ...rest,
      chunk('IEND'),
      Buffer.from('<script>'),
    );
    expect(readPicture(given)).toEqual(pngOf(...pixels, chunk('IEND')));
  });

  it.each([
    ['without an end', pngOf(...pixels)],
    ['that is cut off', pngOf(...pixels, chunk('IEND')).subarray(0, -1)],
    ['of a chunk longer than the file', pngOf(Buffer.from('ffffffff49444154000000000000', 'hex'))],
  ])('is none %s', (_, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });
});
