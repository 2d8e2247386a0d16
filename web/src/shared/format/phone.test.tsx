import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { Phone } from './Phone.tsx';
import { formatPhone } from './phone.ts';

afterEach(cleanup);

test.each([
  ['+919820010013', '+91 98200 10013'],
  // Other countries group in their own ways.
  ['+9779841234567', '+9779841234567'],
  ['+14155550123', '+14155550123'],
  // No number of India: too short, too long, or without its code.
  ['+91982001001', '+91982001001'],
  ['+9198200100131', '+9198200100131'],
  ['9820010013', '9820010013'],
  ['', ''],
])('%s reads %s', (contactNumber, text) => {
  expect(formatPhone(contactNumber)).toBe(text);
});

test('nothing but spaces is added', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+?\d{4,15}$/), (contactNumber) => {
      expect(formatPhone(contactNumber).replaceAll(' ', '')).toBe(contactNumber);
    }),
  );
});

test('copying from a page gives the plain number', () => {
  const { container } = render(<Phone value="+919820010013" />);
  expect(container.textContent).toBe('+919820010013');
  const groups = [...container.querySelectorAll('span > span')];
  expect(groups.map((group) => group.textContent)).toEqual(['+91', '98200', '10013']);
});
