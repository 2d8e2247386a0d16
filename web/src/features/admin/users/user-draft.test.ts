import type { ManagedUser } from '@prahari/contract';
import { expect, test } from 'vitest';
import { createDraft, findChanges, findConflicts, isComplete } from './user-draft.ts';

const asha: ManagedUser = {
  id: '8e4df3a4-1111-4a2b-8c3d-000000000001',
  name: 'Asha Verma',
  contactNumber: '+919876543210',
  countryCode: '+91',
  userType: 'LEARNER',
  status: 'active',
  email: null,
  kendraType: 'Main',
  country: 'India',
  district: null,
  loginCount: 0,
  deviceId: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  lastLoginAt: null,
};

test('an unchanged form changes nothing', () => {
  expect(findChanges(asha, createDraft(asha))).toEqual({});
  expect(findChanges(asha, { ...createDraft(asha), name: ' Asha Verma ' })).toEqual({});
});

test('only what was changed is sent; an emptied place becomes none', () => {
  const draft = { ...createDraft(asha), name: 'Asha V.', country: ' ', district: 'Pune' };
  expect(findChanges(asha, draft)).toEqual({ name: 'Asha V.', country: null, district: 'Pune' });
});

test('an address can be given, left out and taken away', () => {
  const draft = createDraft({ ...asha, email: 'asha@example.org' });
  expect(isComplete(draft) && isComplete({ ...draft, email: ' ' })).toBe(true);
  expect(isComplete({ ...draft, email: 'asha@example' })).toBe(false);
  expect(findChanges({ ...asha, email: 'asha@example.org' }, { ...draft, email: ' ' })).toEqual({
    email: null,
  });
});

test('a number goes with its country code', () => {
  const phone = { countryCode: '+91', contactNumber: '9876500000' };
  expect(findChanges(asha, { ...createDraft(asha), phone })).toEqual({
    countryCode: '+91',
    contactNumber: '9876500000',
  });
});

test('a conflict shows the changes of both sides, and mine are kept on top of the current state', () => {
  const draft = { ...createDraft(asha), district: 'Pune' };
  const now = { ...asha, name: 'Asha Rao', updatedAt: '2026-11-02T00:00:00.000Z' };
  expect(findConflicts(asha, now, draft)).toEqual([
    { field: 'name', before: 'Asha Verma', now: 'Asha Rao', mine: 'Asha Verma' },
    { field: 'district', before: '', now: '', mine: 'Pune' },
  ]);
  expect(findChanges(asha, draft)).toEqual({ district: 'Pune' });
});
