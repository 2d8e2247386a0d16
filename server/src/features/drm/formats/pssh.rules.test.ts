import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Pssh, readPsshs, systemIds, writePssh } from './pssh.rules.ts';

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((one) => Buffer.from(one));
const data = fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one));
const systemId = bytes(16).map((id) => id.toString('hex'));
const anyPssh: fc.Arbitrary<Pssh> = fc.oneof(
  fc.record({ version: fc.constant(0 as const), systemId, keyIds: fc.constant([]), data }),
  fc.record({
    version: fc.constant(1 as const),
    systemId,
    data,
    keyIds: fc.array(bytes(16), { maxLength: 6 }),
  }),
);

describe('a protection header', () => {
  it('is the published one of the common system', () => {
    const published =
      'AAAARHBzc2gBAAAAEHfv7MCyTQKs4zweUuL7SwAAAAIwMTIzNDU2Nzg5MDEyMzQ1QUJDREVGR0hJSktMTU5PUAAAAAA=';
    const keyIds = [Buffer.from('0123456789012345'), Buffer.from('ABCDEFGHIJKLMNOP')];
    const common = {
      ...({ version: 1, systemId: systemIds.common } as const),
      keyIds,
      data: Buffer.alloc(0),
    };
    expect(writePssh(common).toString('base64')).toBe(published);
    expect(readPsshs(Buffer.from(published, 'base64'))).toEqual([common]);
  });

  it('is the published one of Widevine, in version 0', () => {
    const published = 'AAAALHBzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAAAwiCkNvbnRlbnRGb28=';
    const found = readPsshs(Buffer.from(published, 'base64'));
    expect(found).toEqual([
      {
        version: 0,
        systemId: systemIds.widevine,
        keyIds: [],
        data: Buffer.from('\x22\x0aContentFoo'),
      },
    ]);
    expect(writePssh(found![0]!).toString('base64')).toBe(published);
  });

  it('comes back as it was written, one or many', () => {
    const many = fc.uniqueArray(anyPssh, {
      minLength: 1,
      maxLength: 4,
      selector: (p) => p.systemId,
    });
    fc.assert(
      fc.property(many, (boxes) => {
        expect(readPsshs(Buffer.concat(boxes.map(writePssh)))).toEqual(boxes);
      }),
    );
  });

  it('may say its size in 64 bits, or reach to the end', () => {
    fc.assert(
      fc.property(anyPssh, (pssh) => {
        const box = writePssh(pssh);
        const size = Buffer.alloc(8);
        size.writeBigUInt64BE(BigInt(box.length + 8));
        const long = Buffer.concat([
          Buffer.of(0, 0, 0, 1),
          box.subarray(4, 8),
          size,
          box.subarray(8),
        ]);
        expect(readPsshs(long)).toEqual([pssh]);
        const open = Buffer.from(box);
        open.writeUInt32BE(0, 0);
        expect(readPsshs(open)).toEqual([pssh]);
      }),
    );
  });

  it('is refused when it is cut, has something behind it, or names a system twice', () => {
    fc.assert(
      fc.property(anyPssh, fc.nat(), data, (pssh, at, behind) => {
        const box = writePssh(pssh);
        expect(readPsshs(box.subarray(0, at % box.length))).toBeNull();
        expect(readPsshs(Buffer.concat([box, box]))).toBeNull();
        if (behind.length > 0) expect(readPsshs(Buffer.concat([box, behind]))).toBeNull();
      }),
    );
  });

  it('changed in any byte is read as written or refused, without any other failure', () => {
    fc.assert(
      fc.property(
        anyPssh,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
        (pssh, changes) => {
          const box = writePssh(pssh);
          for (const [at, value] of changes) box[at % box.length] = value;
          const found = readPsshs(box);
          // Everything that was there is read.
          if (found && box.readUInt32BE(0) === box.length) {
            const flags = box.subarray(9, 12);
            const again = writePssh(found[0]!);
            flags.copy(again, 9);
            expect(again).toEqual(box);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('that promises more key ids than there are bytes costs nothing', () => {
    const box = writePssh({
      version: 1,
      systemId: systemIds.common,
      keyIds: [],
      data: Buffer.alloc(0),
    });
    box.writeUInt32BE(0xffff_ffff, 28);
    expect(readPsshs(box)).toBeNull();
  });

  it('of version 0 has no key ids', () => {
    const keyIds = [Buffer.alloc(16)];
    const pssh = { version: 0, systemId: systemIds.common, keyIds, data: Buffer.alloc(0) } as const;
    expect(() => writePssh(pssh)).toThrow(RangeError);
  });
});
