import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFixedKeys, seal, UnsealError, unseal } from './seal.ts';

const key = createFixedKeys(Buffer.alloc(32, 3));

it('returns what was sealed, and seals the same differently each time', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (plain, context) => {
      const sealed = seal(key, plain, context);
      expect(unseal(key, sealed, context).equals(plain)).toBe(true);
      expect(seal(key, plain, context).equals(sealed)).toBe(false);
    }),
  );
});

it('refuses another key, another context, and any changed byte', () => {
  const sealed = seal(key, Buffer.from('secret'), 'row 1');
  expect(() => unseal(createFixedKeys(Buffer.alloc(32, 4)), sealed, 'row 1')).toThrow(UnsealError);
  expect(() => unseal(key, sealed, 'row 2')).toThrow(UnsealError);
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ flip;
      expect(() => unseal(key, changed, 'row 1')).toThrow(UnsealError);
    }),
  );
  expect(() => unseal(key, sealed.subarray(0, 10), 'row 1')).toThrow(UnsealError);
});

it('opens what was sealed under a former key, and before keys had ids', () => {
  const both = createFixedKeys(Buffer.alloc(32, 4), Buffer.alloc(32, 3));
  const plain = Buffer.from('secret');
  expect(unseal(both, seal(key, plain, 'row 1'), 'row 1')).toEqual(plain);
  expect(unseal(both, seal(both, plain, 'row 1'), 'row 1')).toEqual(plain);
  expect(() => unseal(key, seal(both, plain, 'row 1'), 'row 1')).toThrow(UnsealError);
  const first = Buffer.from(
    '01000102030405060708090a0b56d4b79c944b9268d9225b42278cf33e34d4153eaa94',
    'hex',
  );
  expect(unseal(both, first, 'row 1')).toEqual(plain);
});
