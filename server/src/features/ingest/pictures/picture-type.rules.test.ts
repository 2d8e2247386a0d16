import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPicture } from './picture-type.rules.ts';

it.each([
  ['ffd8ffe0', true],
  ['89504e470d0a1a0a00', true],
  ['524946460000000057454250', true],
  ['5249464600000000415649', false],
  ['3c737667', false],
  ['474946383961', false],
  ['89504e47', false],
  ['', false],
])('says of %s that it is a picture: %s', (hex, expected) => {
  expect(isPicture(Buffer.from(hex, 'hex'))).toBe(expected);
});

it('takes any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const isTold = isPicture(Buffer.concat([Buffer.from('ffd8ff', 'hex'), bytes]));
      expect(isTold).toBe(true);
    }),
  );
});
