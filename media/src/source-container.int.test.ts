import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { MediaError } from './media-error.ts';
import { inspectContainer, sniffContainer } from './source-container.ts';

const ebmlHeader = Buffer.from('1a45dfa384428681011853 8067'.replace(' ', ''), 'hex');

/** An EBML size of the given number of bytes. */
function ebmlSize(size: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size) + 2n ** BigInt(7 * length));
  return bytes.subarray(8 - length);
}

test('only bytes decide what a file is', () => {
  expect(sniffContainer(Buffer.from('\0\0\0\x18ftypmp42'))).toBe('mp4');
  expect(sniffContainer(ebmlHeader)).toBe('matroska');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(() => sniffContainer(bytes)).toThrow(MediaError);
    }),
  );
});

test.each([188, 192, 204])(
  'a transport stream of %i bytes a packet may begin anywhere',
  (length) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: length - 1 }), (offset) => {
        const bytes = Buffer.alloc(2048);
        for (let at = offset; at < bytes.length; at += length) bytes[at] = 0x47;
        expect(sniffContainer(bytes)).toBe('mpegts');
        bytes[offset + 3 * length] = 0;
        expect(() => sniffContainer(bytes)).toThrow(MediaError);
      }),
    );
  },
);

test('a Matroska file is whole when it is as long as it says, however it writes its length', async () => {
  await using shop = await openWorkshop();
  const path = shop.at('in.mkv');
  const lengths = fc.integer({ min: 2, max: 8 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9000 }), lengths, async (size, length) => {
      const whole = Buffer.concat([ebmlHeader, ebmlSize(size, length), Buffer.alloc(size)]);
      await writeFile(path, whole);
      expect(await inspectContainer(path)).toEqual({
        container: 'matroska',
        sizeBytes: whole.length,
      });
      await writeFile(path, whole.subarray(0, -1));
      await expect(inspectContainer(path)).rejects.toMatchObject({ code: 'cut_short' });
    }),
  );
});

test('a live recording that never learnt its length is taken', async () => {
  await using shop = await openWorkshop();
  const unknown = Buffer.from('01ffffffffffffff', 'hex');
  await writeFile(shop.at('live.webm'), Buffer.concat([ebmlHeader, unknown, Buffer.alloc(50)]));
  expect((await inspectContainer(shop.at('live.webm'))).container).toBe('matroska');
});

test('any bytes after a known beginning are taken or refused with a reason', async () => {
  await using shop = await openWorkshop();
  const path = shop.at('in');
  const beginnings = fc.constantFrom(Buffer.from('\0\0\0\x08ftyp'), ebmlHeader);
  await fc.assert(
    fc.asyncProperty(beginnings, fc.uint8Array({ maxLength: 80 }), async (beginning, rest) => {
      await writeFile(path, Buffer.concat([beginning, rest]));
      const thrown: unknown = await inspectContainer(path).catch((error: unknown) => error);
      if (thrown instanceof Error) expect(thrown).toBeInstanceOf(MediaError);
    }),
  );
});
