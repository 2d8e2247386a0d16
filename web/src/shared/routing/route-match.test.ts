import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchPattern } from './route-match.ts';

test.each([
  ['/', '/', {}],
  ['/watch/:id', '/watch/42', { id: '42' }],
  ['/watch/:id', '/watch/42/', { id: '42' }],
  ['/watch/:id', '/watch/a%20b', { id: 'a b' }],
  ['/watch/:id', '/watch/%zz', { id: '%zz' }],
  ['users/:id', 'users/7', { id: '7' }],
  ['/admin/*', '/admin/users/7', {}],
  ['/admin/*', '/admin', {}],
  ['*', '/anything/at/all', {}],
])('%s covers %s', (pattern, path, params) => {
  expect(matchPattern(pattern, path)?.params).toEqual(params);
});

test.each([
  ['/', '/watch'],
  ['/watch/:id', '/watch'],
  ['/watch/:id', '/watch/1/2'],
  ['/admin/*', '/administration'],
  ['/login', '/Login'],
])('%s does not cover %s', (pattern, path) => {
  expect(matchPattern(pattern, path)).toBeNull();
});

test('routes inside an open pattern begin behind what it covered', () => {
  expect(matchPattern('/admin/*', '/admin/users/7')?.base).toBe('/admin');
});

test('any part of a path is read back unchanged', () => {
  const part = fc.string({ minLength: 1 }).filter((text) => isEncodable(text));
  fc.assert(
    fc.property(part, part, (first, second) => {
      const path = `/a/${encodeURIComponent(first)}/b/${encodeURIComponent(second)}`;
      expect(matchPattern('/a/:first/b/:second', path)?.params).toEqual({ first, second });
    }),
  );
});

function isEncodable(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
