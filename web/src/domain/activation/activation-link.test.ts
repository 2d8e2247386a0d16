import { expect, test } from 'vitest';
import { activationAddress, formatActivationLink, readActivationLink } from './activation-link.ts';

const origin = 'https://learn.example.org';
const code = 'ABCD-EFGH-JKMN-PQRS';

test('a link fills in number and code, and says both behind the # alone', () => {
  const link = new URL(formatActivationLink(origin, { contactNumber: '+919876543210', code }));
  expect(`${link.origin}${link.pathname}${link.search}`).toBe(activationAddress(origin));
  expect(readActivationLink(link.hash)).toEqual({
    phone: { countryCode: '+91', contactNumber: '9876543210' },
    code,
  });
});

test('a number of another country stays whole', () => {
  const link = new URL(formatActivationLink(origin, { contactNumber: '+9779812345678', code }));
  expect(readActivationLink(link.hash).phone.contactNumber).toBe('+9779812345678');
});

test('an address without anything fills in nothing, and one with too much is cut', () => {
  const nothing = { phone: { countryCode: '+91', contactNumber: '' }, code: '' };
  expect(readActivationLink('')).toEqual(nothing);
  expect(readActivationLink('#top')).toEqual(nothing);
  expect(readActivationLink(`#code=${'A'.repeat(1000)}`).code).toHaveLength(64);
});
