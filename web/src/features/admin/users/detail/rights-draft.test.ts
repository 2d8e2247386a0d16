import { expect, test } from 'vitest';
import { rightsDraftOf, scopeOf } from './rights-draft.ts';

test('a scope comes back as it was', () => {
  for (const scope of [
    { level: 'global' } as const,
    { level: 'district', values: ['Pune', 'Nashik'] } as const,
  ]) {
    const given = scope.level === 'global' ? scope : { ...scope, values: [...scope.values] };
    expect(scopeOf(rightsDraftOf(['users.read'], given))).toEqual(scope);
  }
});

test('without a scope, everybody is in it', () => {
  expect(scopeOf(rightsDraftOf([], null))).toEqual({ level: 'global' });
});

test('empty lines and repetitions are nothing, and a scope of nothing is none', () => {
  const draft = { permissions: [], level: 'country', values: ' India \n\nIndia\nNepal' } as const;
  expect(scopeOf(draft)).toEqual({ level: 'country', values: ['India', 'Nepal'] });
  expect(scopeOf({ ...draft, values: ' \n' })).toBeNull();
});
