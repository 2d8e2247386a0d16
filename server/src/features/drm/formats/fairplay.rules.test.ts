import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCkc, encodeSpc, isSpc } from './fairplay.rules.ts';

function spcOf(payload: Uint8Array, wrapped: 128 | 256 = 128, version = 1): Buffer {
  const head = Buffer.alloc(48 + wrapped);
  head.writeUInt32BE(version, 0);
  head.writeUInt32BE(payload.length, 44 + wrapped);
  return Buffer.concat([head, payload]);
}
const payloads = fc.uint8Array({ minLength: 1, maxLength: 300 });

describe('an SPC', () => {
  it('is known by its framing', () => {
    fc.assert(
      fc.property(
        payloads,
        fc.constantFrom(128, 256),
        fc.constantFrom(1, 2, 3),
        (bytes, wrapped, version) => {
          expect(isSpc(spcOf(bytes, wrapped, version))).toBe(true);
        },
      ),
    );
  });

  it('cut off, drawn out, empty or of another version is none', () => {
    const whole = spcOf(Buffer.alloc(64, 1));
    for (let length = 0; length < whole.length; length += 1) {
      expect(isSpc(whole.subarray(0, length))).toBe(false);
    }
    expect(isSpc(Buffer.concat([whole, Buffer.of(0)]))).toBe(false);
    expect(isSpc(spcOf(Buffer.alloc(0)))).toBe(false);
    expect(isSpc(spcOf(Buffer.alloc(64), 128, 0))).toBe(false);
    expect(isSpc(spcOf(Buffer.alloc(64), 128, 4))).toBe(false);
  });

  it('is accepted or refused, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(() => isSpc(Buffer.from(bytes))).not.toThrow();
      }),
    );
  });

  it('is sent in the form that the vendor accepts', () => {
    const spc = Buffer.from([251, 255, 1]);
    expect(encodeSpc(spc, 'raw', 'id').body).toEqual(spc);
    expect(encodeSpc(spc, 'json', 'id').body).toBe('{"spc":"+/8B"}');
    expect(encodeSpc(spc, 'form', 'a b').body).toBe('spc=%2B%2F8B&assetId=a+b');
  });
});

describe('a CKC', () => {
  it('is found in each form of answer', () => {
    fc.assert(
      fc.property(payloads, fc.constantFrom('ckc', 'CkcMessage', 'License'), (bytes, name) => {
        const ckc = Buffer.from(bytes);
        const text = ckc.toString('base64');
        expect(decodeCkc(ckc, 'raw')).toEqual(ckc);
        expect(decodeCkc(Buffer.from(`${text}\n`), 'base64')).toEqual(ckc);
        expect(decodeCkc(Buffer.from(`<ckc>${text}</ckc>`), 'xml')).toEqual(ckc);
        expect(decodeCkc(Buffer.from(JSON.stringify({ [name]: text })), 'json')).toEqual(ckc);
      }),
    );
  });

  it.each([
    ['raw', ''],
    ['base64', '<html>'],
    ['xml', '<error/>'],
    ['xml', '<ckc></ckc>'],
    ['json', '{'],
    ['json', '[]'],
    ['json', '{"ckc":7}'],
    ['json', '{"error":"no"}'],
  ] as const)('is not found in %s %o', (codec, answer) => {
    expect(decodeCkc(Buffer.from(answer), codec)).toBeNull();
  });
});
