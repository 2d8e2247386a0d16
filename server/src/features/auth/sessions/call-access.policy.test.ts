import { type Access, userTypes } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors/app-error.ts';
import { authorizeCall, isForAdministrators } from './call-access.policy.ts';

const learner = { userType: 'LEARNER', permissions: [], mustEnrolSecondFactor: false } as const;
const admin = { ...learner, userType: 'ADMIN', permissions: ['users.read'] } as const;
const heldBack = { ...admin, permissions: [], mustEnrolSecondFactor: true } as const;

const everybody: Access = { kind: 'session', roles: userTypes };
const administrators: Access = { kind: 'session', roles: ['ADMIN', 'SUPER_ADMIN'] };
const withRight: Access = { ...administrators, permission: 'users.read' };

function refusalOf(access: Access, caller: Parameters<typeof authorizeCall>[1]) {
  try {
    authorizeCall(access, caller);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  }
}

describe('a call', () => {
  it.each([
    ['for everybody, of a learner', everybody, learner],
    ['for administrators, of one', administrators, admin],
    ['that needs a right, of one who has it', withRight, admin],
    ['that enrols, of one who must enrol', { ...administrators, beforeEnrolment: true }, heldBack],
  ] as const)('%s, is authorized', (_, access, caller) => {
    expect(refusalOf(access, caller)).toBeNull();
  });

  it.each([
    ['for administrators', administrators, learner, /Admin access required/],
    [
      'for super administrators',
      { ...administrators, roles: ['SUPER_ADMIN'] },
      admin,
      /Super admin/,
    ],
    ['for learners alone', { ...everybody, roles: ['LEARNER'] }, admin, /do not have permission/],
    ['without its right', withRight, { ...admin, permissions: [] }, /do not have permission/],
    ['before the second factor is set up', everybody, heldBack, /Set up a second factor/],
    ['that needs a right, before that', withRight, heldBack, /Set up a second factor/],
  ] as const)('%s, is refused', (_, access, caller, message) => {
    expect(refusalOf(access, caller)?.message).toMatch(message);
  });
});

it('admits only administrators where learners may not call', () => {
  const kinds: Access[] = [{ kind: 'public' }, { kind: 'device' }, everybody, administrators];
  expect(kinds.map(isForAdministrators)).toEqual([false, false, false, true]);
});
