import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.rules.ts';

const key = Buffer.alloc(32, 7);

it('makes ten codes, all different, none of the form of an authenticator’s', () => {
  const codes = generateRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){2}$/);
});

it('hashes a code the same however it is typed, and differently for each user and key', () => {
  const typed = fc.tuple(fc.constantFrom('', ' ', '-', '.'), fc.boolean());
  fc.assert(
    fc.property(typed, ([separator, isLower]) => {
      const [code = ''] = generateRecoveryCodes();
      const asTyped = code.replaceAll('-', separator);
      const variant = isLower ? asTyped.toLowerCase() : asTyped;
      const stored = hashRecoveryCode(key, 'asha', code);
      expect(hashRecoveryCode(key, 'asha', variant)).toEqual(stored);
      expect(hashRecoveryCode(key, 'ravi', code)).not.toEqual(stored);
      expect(hashRecoveryCode(Buffer.alloc(32, 8), 'asha', code)).not.toEqual(stored);
    }),
  );
});
