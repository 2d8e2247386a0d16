import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskContactNumber, normalisePhone } from './phone.rules.ts';

it.each([
  ['98765 43210', '+91', '+919876543210'],
  ['09876543210', '+91', '+919876543210'],
  ['+91-98765-43210', '+1', '+919876543210'],
  ['९८७६५४३२१०', '+91', '+919876543210'],
  ['(201) 555-0123', '+1', '+12015550123'],
])('reads %s with %s as %s', (typed, countryCode, contactNumber) => {
  expect(normalisePhone(typed, countryCode)?.contactNumber).toBe(contactNumber);
});

it.each(['', 'abc', '12', '%', '98765432101234567', '9876543210 ext 5', '0000000000'])(
  'refuses %j',
  (typed) => {
    expect(normalisePhone(typed, '+91')).toBeNull();
  },
);

it.each(['', '+', '+999', '+999999', 'x'])('refuses the country code %j', (countryCode) => {
  expect(normalisePhone('9876543210', countryCode)).toBeNull();
});

it('normalises what it normalised to itself', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789+ -९'), minLength: 8 }),
      (typed) => {
        const once = normalisePhone(typed, '+91');
        if (once) expect(normalisePhone(once.contactNumber, '+91')).toEqual(once);
      },
    ),
  );
});

it('shows the last four digits only', () => {
  expect(maskContactNumber('+919876543210')).toBe('•••• ••3210');
});
