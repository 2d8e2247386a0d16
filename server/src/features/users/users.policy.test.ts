import type { AdminScope, UserType } from '@prahari/contract';
import { userTypes } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { createThrowawayId } from '../../platform/throwaway/throwaway-id.ts';
import {
  buildScopeCondition,
  isInScope,
  mayMake,
  mayManage,
  type Subject,
} from './users.policy.ts';

const place = { country: 'India', district: 'Pune', kendraType: 'urban' };
const subject = (userType: UserType, fields: Partial<Subject> = {}): Subject => ({
  id: 'them',
  userType,
  ...place,
  ...fields,
});
const actor = (userType: UserType, adminScope: AdminScope | null = { level: 'global' }) => ({
  userId: 'me',
  userType,
  adminScope,
});

const scopes: readonly (readonly [string, AdminScope | null, boolean])[] = [
  ['global', { level: 'global' }, true],
  ['its country', { level: 'country', values: ['Nepal', 'India'] }, true],
  ['another country', { level: 'country', values: ['Nepal'] }, false],
  ['its district', { level: 'district', values: ['Pune'] }, true],
  ['a district in other letters', { level: 'district', values: ['pune'] }, false],
  ['a district that only begins so', { level: 'district', values: ['Pun'] }, false],
  ['its kendra type', { level: 'kendraType', values: ['urban'] }, true],
  ['a kendra type that is its district', { level: 'kendraType', values: ['Pune'] }, false],
  ['no place at all', { level: 'district', values: [] }, false],
  ['none', null, false],
];

describe.each(scopes)('with the scope %s', (_, scope, covers) => {
  it.each(userTypes)('an administrator meets a %s', (userType) => {
    const isIn = covers && userType === 'LEARNER';
    expect(isInScope(actor('ADMIN', scope), subject(userType))).toBe(isIn);
    expect(mayManage(actor('ADMIN', scope), subject(userType))).toBe(isIn);
  });

  it.each(userTypes)('a super administrator sees and manages a %s all the same', (userType) => {
    expect(isInScope(actor('SUPER_ADMIN', scope), subject(userType))).toBe(true);
    expect(mayManage(actor('SUPER_ADMIN', scope), subject(userType))).toBe(true);
  });

  it.each(userTypes)('a learner neither sees nor manages a %s', (userType) => {
    expect(isInScope(actor('LEARNER', scope), subject(userType))).toBe(false);
    expect(mayManage(actor('LEARNER', scope), subject(userType))).toBe(false);
  });
});

it('a user without a place is in no scope but the global one', () => {
  const nowhere = subject('LEARNER', { country: null, district: null, kendraType: null });
  expect(isInScope(actor('ADMIN', { level: 'country', values: ['India'] }), nowhere)).toBe(false);
  expect(isInScope(actor('ADMIN'), nowhere)).toBe(true);
});

it('administrators see themselves in any place, and do not manage themselves', () => {
  const me = subject('ADMIN', { id: 'me', district: null });
  const scoped = actor('ADMIN', { level: 'district', values: ['Nashik'] });
  expect(isInScope(scoped, me)).toBe(true);
  expect(mayManage(scoped, me)).toBe(false);
  expect(mayManage(actor('ADMIN'), { ...me, userType: 'LEARNER' })).toBe(false);
});

it('the instance itself, without an id, is not taken for a user', () => {
  expect(buildScopeCondition({ userId: null, userType: 'SUPER_ADMIN' })).toEqual({
    sees: 'everybody',
  });
});

it.each([
  ['SUPER_ADMIN', ['LEARNER', 'ADMIN', 'SUPER_ADMIN']],
  ['ADMIN', ['LEARNER']],
  ['LEARNER', []],
] as const)('%s makes %j', (userType, made) => {
  expect(userTypes.filter((type) => mayMake(userType, type))).toEqual(made);
});

it('throwaway accounts and others see each other in no role', () => {
  const throwaway = subject('LEARNER', { id: createThrowawayId() });
  const throwawayAdmin = { ...actor('ADMIN'), userId: createThrowawayId() };
  expect(isInScope(throwawayAdmin, throwaway)).toBe(true);
  expect(isInScope(throwawayAdmin, subject('LEARNER'))).toBe(false);
  for (const other of [actor('ADMIN'), actor('SUPER_ADMIN')]) {
    expect(isInScope(other, throwaway)).toBe(false);
    expect(mayManage(other, throwaway)).toBe(false);
  }
});
