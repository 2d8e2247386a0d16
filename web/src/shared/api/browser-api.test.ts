// @vitest-environment jsdom
import { ApiError, type Endpoint, type ErrorReason, endpoints } from '@prahari/contract';
import { expect, test, vi } from 'vitest';
import { createBrowserApi, endsSession, nameCause } from './browser-api.ts';

const refusal = (status: number, reason: ErrorReason | null) =>
  new ApiError({
    status,
    type: 'x',
    code: 'TOKEN_INVALID',
    message: 'x',
    correlationId: null,
    details: reason === null ? {} : { reason },
  });

const cases: readonly [Endpoint, number, boolean, ErrorReason?][] = [
  [endpoints.videos.list, 401, true],
  [endpoints.auth.validate, 401, true],
  [endpoints.auth.login, 401, false],
  [endpoints.auth.validatePassword, 401, false, 'wrong_password'],
  [endpoints.auth.validatePassword, 401, false, 'session_ended'],
  [endpoints.auth.logout, 401, false],
  [endpoints.auth.logoutAll, 401, false],
  [endpoints.account.changePassword, 401, true, 'session_ended'],
  [endpoints.account.changePassword, 401, false, 'wrong_password'],
  [endpoints.videos.list, 403, false],
  [endpoints.videos.list, 0, false],
];

test.each(cases)(
  '%# a 401 ends the session only where it speaks of the session',
  (endpoint, status, ends, reason) => {
    expect(endsSession(endpoint, refusal(status, reason ?? null))).toBe(ends);
  },
);

test.each([
  ['device_copied', 'copied'],
  ['binding_missing', 'unbound'],
  ['refresh_invalid', 'expired'],
] as const)('a renewal refused as %s is told at the sign-in', (reason, cause) => {
  expect(nameCause(refusal(401, reason))).toBe(cause);
});

test('a script of the page can’t replace the objects that call the server and hold the signed-in user', () => {
  // Node's own would keep the process.
  vi.stubGlobal('BroadcastChannel', class {});
  const api = createBrowserApi('https://learn.example.org');
  vi.unstubAllGlobals();
  expect([api, api.session, api.session.state()].map(Object.isFrozen)).toEqual([true, true, true]);
});
