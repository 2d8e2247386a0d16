import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listKeyForms } from './key-forms.ts';
import { createSearch } from './needles.ts';

/** Bytes that encodings treat differently: punctuation, letters, zero, and those above ASCII. */
const key = Buffer.from('fbef00be41fffe2f7e2d25632061d4ff', 'hex');
const others = Array.from({ length: 20 }, () => randomBytes(16));
const holds = createSearch([...others, key].flatMap(listKeyForms));

const hex = key.toString('hex');
const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const at = (before: number) => Buffer.concat([Buffer.alloc(before, 7), key, Buffer.from('z')]);
const jwt = (claims: unknown, pad: string) =>
  Buffer.from(`${pad}${JSON.stringify(claims)}`).toString('base64url');
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** Ways in which a program could leak a key, each written as that program would. */
const leaks: Readonly<Record<string, string | Buffer>> = {
  raw: key,
  hex,
  'hex in capitals': hex.toUpperCase(),
  'a UUID': uuid,
  'a UUID in capitals': uuid.toUpperCase(),
  'hex with colons': hex.replace(/..(?=.)/g, '$&:'),
  'a dump': hex.replace(/..(?=.)/g, '$& '),
  base64: key.toString('base64'),
  base64url: key.toString('base64url'),
  'base64 behind one byte': at(1).toString('base64'),
  'base64 behind two bytes': at(2).toString('base64'),
  'base64 behind three bytes': at(3).toString('base64'),
  'base64url behind one byte': at(1).toString('base64url'),
  'base64url behind two bytes': at(2).toString('base64url'),
  'a query': new URLSearchParams({ k: key.toString('base64') }).toString(),
  'percent-encoded bytes': [...key]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join(''),
  'percent-encoded where needed': 'a=%FB%EF%00%BEA%FF%FE%2F~-%25c%20a%D4%FF',
  'a JSON array': JSON.stringify([...key]),
  'a JSON array, spaced': JSON.stringify([...key]).replaceAll(',', ', '),
  'a typed array as JSON': JSON.stringify(new Uint8Array(key)),
  'a buffer as JSON': JSON.stringify({ key }),
  'UTF-16': Buffer.from(key.toString('base64'), 'utf16le'),
  'UTF-16, big-endian': bigEndian(hex),
  'a token': jwt({ k: key.toString('base64url') }, ''),
  'a token, one byte on': jwt({ k: key.toString('base64url') }, ' '),
  'a token, two bytes on': jwt({ k: hex }, '  '),
  'a JWK': JSON.stringify({ kty: 'oct', k: key.toString('base64url') }),
};

describe.each(Object.entries(leaks))('a key as %s', (_, leak) => {
  const slipped = Buffer.from(leak);
  it('is found at the front, amid and at the end', () => {
    const [before, behind] = [Buffer.from('x-note: '), Buffer.from('\r\n\r\n')];
    expect(holds(slipped)).toBe(true);
    expect(holds(Buffer.concat([before, slipped, behind]))).toBe(true);
    expect(holds(Buffer.concat([before, slipped]))).toBe(true);
  });
  it('is not found once a part of it is cut off', () => {
    expect(holds(slipped.subarray(0, slipped.length / 2))).toBe(false);
  });
});

it('nothing is found in what holds no key', () => {
  expect(holds(randomBytes(1_000_000))).toBe(false);
  expect(holds(Buffer.alloc(0))).toBe(false);
});

it('any key is found at any place of base64', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(bytes, fc.uint8Array(), fc.uint8Array(), (any, before, behind) => {
      const text = Buffer.concat([before, any, behind]).toString('base64');
      expect(createSearch(listKeyForms(Buffer.from(any)))(Buffer.from(text))).toBe(true);
    }),
    { numRuns: 50 },
  );
});
