// @vitest-environment jsdom
import type { LoginData } from '@prahari/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSession } from './session.ts';

const data: LoginData = {
  accessToken: 'secret-access-token',
  accessTokenExpiresAt: '2031-01-01T00:00:00Z',
  refreshToken: null,
  userType: 'ADMIN',
  user: {
    id: '8e4df3a4-1111-4a2b-8c3d-000000000001',
    name: 'Asha',
    contactNumber: '9876543210',
    countryCode: '+91',
    userType: 'ADMIN',
  },
  permissions: ['videos.write'],
  adminScope: { level: 'global' },
  videoAccessExpiresAt: null,
  mustEnrolSecondFactor: false,
};
const noon = Date.parse('2026-11-20T12:00:00Z');

function open() {
  let changed: (key: string | null) => void = () => {};
  const session = createSession({
    storage: localStorage,
    onStorageChange: (listener) => {
      changed = listener;
    },
    now: () => noon,
  });
  return { session, otherTabChanged: () => changed(null) };
}

beforeEach(() => localStorage.clear());

describe('session', () => {
  test('keeps the user context over a reload, and no token', () => {
    open().session.adopt(data);
    const { session } = open();
    expect(session.state().context).toMatchObject({ isAuthenticated: true, userType: 'ADMIN' });
    expect(session.accessToken()).toBeUndefined();
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
  });

  test('can not be changed from outside to another user', () => {
    const { session } = open();
    session.adopt(data);
    const { context } = session.state();
    expect([session, session.state(), context, context?.user].map(Object.isFrozen)).toEqual(
      [1, 2, 3, 4].map(() => true),
    );
  });

  test('asks for renewal when the token is missing or close to its end', () => {
    const { session } = open();
    expect(session.needsRenewal(0)).toBe(true);
    session.adopt(data);
    expect(session.needsRenewal(60_000)).toBe(false);
    expect(session.needsRenewal(16 * 60_000)).toBe(true);
  });

  test('forgets everything at the end, and says why', () => {
    const { session } = open();
    session.adopt(data);
    session.end('expired');
    expect(session.state()).toEqual({
      context: null,
      cause: 'expired',
      failedAttemptsByOthers: null,
    });
    expect(session.accessToken()).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  test('follows a sign-out in another tab', () => {
    const { session, otherTabChanged } = open();
    session.adopt(data);
    localStorage.clear();
    otherTabChanged();
    expect(session.state().context).toBeNull();
    expect(session.accessToken()).toBeUndefined();
  });

  test.each(['not json', '{"isAuthenticated":true}', '[]'])(
    'ignores a damaged context: %s',
    (text) => {
      localStorage.setItem('prahari.user', text);
      expect(open().session.state().context).toBeNull();
    },
  );
});
