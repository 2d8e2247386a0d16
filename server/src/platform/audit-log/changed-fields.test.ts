import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findChangedFields } from './changed-fields.ts';

it('keeps both sides of what changed and nothing else', () => {
  const before = { name: 'Asha', district: 'Pune', permissions: ['users.read'], country: null };
  const after = { name: 'Asha', district: null, permissions: ['users.read', 'users.write'] };
  expect(findChangedFields(before, after)).toEqual({
    before: { district: 'Pune', permissions: ['users.read'] },
    after: { district: null, permissions: ['users.read', 'users.write'] },
  });
});

it('shows what is new with an empty past', () => {
  expect(findChangedFields({}, { name: 'Asha' })).toEqual({ before: {}, after: { name: 'Asha' } });
});

it.each([
  'password',
  'passwordHash',
  'password_hash',
  'refreshToken',
  'activationCode',
  'totpSecret',
])('never holds %s', (name) => {
  expect(findChangedFields({ [name]: 'old' }, { [name]: 'new' })).toEqual({
    before: {},
    after: {},
  });
});

it('finds nothing between equal states, and leads from one state to the other', () => {
  const facts = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue());
  fc.assert(
    fc.property(facts, facts, (before, after) => {
      expect(findChangedFields(before, structuredClone(before))).toEqual({ before: {}, after: {} });
      const changed = findChangedFields(before, after);
      for (const name of Object.keys(changed.after)) {
        expect(JSON.stringify(before[name] ?? null)).not.toBe(JSON.stringify(after[name] ?? null));
      }
      expect({ ...after, ...changed.after }).toEqual(after);
      expect({ ...before, ...changed.before }).toEqual(before);
    }),
  );
});
