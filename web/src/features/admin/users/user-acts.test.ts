import { expect, test } from 'vitest';
import { listOfferedActs } from './user-acts.ts';

const active = { id: 'u1', status: 'active', deviceId: 'key', loginCount: 3 } as const;
const everything = () => true;

test('the possible actions depend on the user’s state', () => {
  expect(listOfferedActs(active, everything, 'me')).toEqual([
    'edit',
    'newCode',
    'signOut',
    'resetDevice',
    'resetLoginCount',
    'block',
    'delete',
  ]);
  const blocked = { ...active, status: 'blocked', deviceId: null, loginCount: 0 } as const;
  expect(listOfferedActs(blocked, everything, 'me')).toEqual([
    'edit',
    'newCode',
    'unblock',
    'delete',
  ]);
});

test('no user is offered to lock themselves out', () => {
  const own = listOfferedActs(active, everything, active.id);
  expect(own).not.toContain('block');
  expect(own).not.toContain('delete');
  expect(own).not.toContain('newCode');
});

test('nothing is offered that the rights do not cover', () => {
  expect(listOfferedActs(active, (right) => right === 'devices.manage', 'me')).toEqual([
    'resetDevice',
  ]);
  expect(listOfferedActs(active, () => false, 'me')).toEqual([]);
});
