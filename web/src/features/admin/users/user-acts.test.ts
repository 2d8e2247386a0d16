import { expect, test } from 'vitest';
import { offeredActs } from './user-acts.ts';

const active = { id: 'u1', status: 'active', deviceId: 'key', loginCount: 3 } as const;
const everything = () => true;

test('what can be done depends on how the user is', () => {
  expect(offeredActs(active, everything, 'me')).toEqual([
    'edit',
    'newCode',
    'signOut',
    'resetDevice',
    'resetLoginCount',
    'block',
    'delete',
  ]);
  const blocked = { ...active, status: 'blocked', deviceId: null, loginCount: 0 } as const;
  expect(offeredActs(blocked, everything, 'me')).toEqual(['edit', 'newCode', 'unblock', 'delete']);
});

test('no user is offered to lock themselves out', () => {
  const own = offeredActs(active, everything, active.id);
  expect(own).not.toContain('block');
  expect(own).not.toContain('delete');
  expect(own).not.toContain('newCode');
});

test('nothing is offered that the rights do not cover', () => {
  expect(offeredActs(active, (right) => right === 'devices.manage', 'me')).toEqual(['resetDevice']);
  expect(offeredActs(active, () => false, 'me')).toEqual([]);
});
