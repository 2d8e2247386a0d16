import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateReadableCode, hmacSha256, normaliseCode } from './codes.ts';

it('makes codes without look-alikes, in groups', () => {
  expect(generateReadableCode(16)).toMatch(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){3}$/);
});

it('reads a code back however it was typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), (length) => {
      const code = generateReadableCode(length);
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
      expect(normaliseCode(typed)).toBe(normaliseCode(code));
    }),
  );
});

// RFC 4231, sections 4.2 and 4.3.
it.each([
  {
    key: Buffer.alloc(20, 0x0b),
    text: 'Hi There',
    mac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    key: Buffer.from('Jefe'),
    text: 'what do ya want for nothing?',
    mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
])('authenticates "$text", again and again', ({ key, text, mac }) => {
  for (let time = 0; time < 2; time += 1) {
    expect(hmacSha256(key, text).toString('hex')).toBe(mac);
    expect(hmacSha256(key, `${text}!`).toString('hex')).not.toBe(mac);
  }
});
