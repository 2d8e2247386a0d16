import { expect, test } from 'vitest';
import { createRightsDraft, readScope } from './rights-draft.ts';

test('a scope comes back as it was', () => {
  for (const scope of [
    { level: 'global' } as const,
    { level: 'district', values: ['Pune', 'Nashik'] } as const,
  ]) {
    const given = scope.level === 'global' ? scope : { ...scope, values: [...scope.values] };
    expect(readScope(createRightsDraft(['users.read'], given))).toEqual(scope);
  }
});

test('without a scope, everybody is in it', () => {
  expect(readScope(createRightsDraft([], null))).toEqual({ level: 'global' });
});

test('a scope of nothing is none', () => {
  const draft = { permissions: [], level: 'country', values: [] } as const;
  expect(readScope(draft)).toBeNull();
});
