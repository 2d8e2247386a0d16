import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseCode, readableCode } from './codes.ts';

it('makes codes without look-alikes, in groups', () => {
  expect(readableCode(16)).toMatch(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){3}$/);
});

it('reads a code back however it was typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), (length) => {
      const code = readableCode(length);
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
      expect(normaliseCode(typed)).toBe(normaliseCode(code));
    }),
  );
});
