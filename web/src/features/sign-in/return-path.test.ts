import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { returnPath, signInPath } from './return-path.ts';

const origin = 'https://learn.example';

describe('return path', () => {
  test.each([
    ['/watch/42?t=3', '/watch/42?t=3'],
    ['/', '/'],
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/watch/..//evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/login?next=/x', '/'],
    ['/forgot-password', '/'],
    ['', '/'],
  ])('%s leads to %s', (wanted, expected) => {
    expect(returnPath(`?next=${encodeURIComponent(wanted)}`, origin)).toBe(expected);
  });

  test('without a requested page, the sign-in leads home', () => {
    expect(returnPath('', origin, '/admin')).toBe('/admin');
    expect(returnPath('?next=//evil.example/x', origin, '/admin')).toBe('/admin');
    expect(returnPath('?next=/login', origin, '/admin')).toBe('/admin');
    expect(returnPath('?next=/watch/42', origin, '/admin')).toBe('/watch/42');
  });

  test('the page that the user was on survives', () => {
    const address = signInPath({ pathname: '/watch/42', search: '?a=b&c=d' });
    expect(returnPath(new URL(address, origin).search, origin)).toBe('/watch/42?a=b&c=d');
  });

  // From the characters of addresses: generating `fc.webUrl()` alone takes seconds.
  const part = fc.constantFrom(
    '/',
    '\\',
    ':',
    '@',
    '?',
    '#',
    '.',
    '%2f',
    '\t',
    'https:',
    'evil.example',
  );
  const address = fc.array(fc.oneof(part, fc.string({ maxLength: 5 })), { maxLength: 8 });

  test('property: never leads away from this origin', () => {
    fc.assert(
      fc.property(
        address.map((parts) => parts.join('')),
        (wanted) => {
          const path = returnPath(`?next=${encodeURIComponent(wanted)}`, origin);
          expect(new URL(path, origin).origin).toBe(origin);
        },
      ),
    );
  });
});
