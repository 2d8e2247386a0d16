import { describe, expect, it } from 'vitest';
import { claimsOtherRole, classifyRefusal, findIdsOfCall, type Refusal } from './refusals.rules.ts';

const denied: Refusal = { status: 403, code: 'INSUFFICIENT_PERMISSIONS', reason: null };

describe('a refusal', () => {
  it.each<[string, Partial<Refusal>, ReturnType<typeof classifyRefusal>]>([
    ['without the role or the right', {}, 'refused'],
    ['out of scope', { reason: 'out_of_scope' }, 'refused'],
    [
      'after the session was ended',
      { status: 401, code: 'TOKEN_INVALID', reason: 'session_ended' },
      'refused',
    ],
    ['by a rate limit', { status: 429, code: 'RATE_LIMIT_EXCEEDED' }, 'limited'],
    ['of a forged token', { status: 401, code: 'TOKEN_INVALID' }, 'forged'],
    [
      'of a replayed proof',
      { status: 401, code: 'TOKEN_INVALID', reason: 'proof_replayed' },
      'forged',
    ],
    [
      'of a forged proof',
      { status: 401, code: 'TOKEN_INVALID', reason: 'proof_invalid' },
      'forged',
    ],
    ['of an expired token', { status: 401, code: 'TOKEN_EXPIRED' }, null],
    ['for want of a nonce', { status: 401, code: 'TOKEN_INVALID', reason: 'nonce_required' }, null],
    ['of a wrong password', { status: 401, code: 'ACCESS_DENIED', reason: 'wrong_password' }, null],
    ['of a missing video', { status: 404, code: 'RESOURCE_NOT_FOUND' }, null],
    ['of bad input', { status: 400, code: 'INVALID_VALUE' }, null],
  ])('%s', (_case, change, kind) => {
    expect(classifyRefusal({ ...denied, ...change }, false)).toBe(kind);
  });

  it('of a call without a token says something on routes of administrators alone', () => {
    const missing: Refusal = { status: 401, code: 'TOKEN_MISSING', reason: null };
    expect(classifyRefusal(missing, false)).toBeNull();
    expect(classifyRefusal(missing, true)).toBe('refused');
  });
});

it.each([
  ['x-super-admin', 'true', 'LEARNER', true],
  ['x-super-admin', 'true', 'ADMIN', true],
  ['x-super-admin', '1', 'SUPER_ADMIN', false],
  ['x-super-admin', 'false', 'LEARNER', false],
  ['x-admin-scope', 'global', 'LEARNER', true],
  ['x-admin-scope', 'global', 'ADMIN', false],
  ['x-user-role', 'super-admin', 'LEARNER', true],
  ['x-user-role', 'super-admin', 'SUPER_ADMIN', false],
  ['x-user-type', 'learner', 'LEARNER', false],
  ['x-role', '', 'LEARNER', false],
] as const)('%s: %s of a %s claims another role: %s', (header, value, userType, claims) => {
  expect(claimsOtherRole(header, value, userType)).toBe(claims);
});

it('finds ids that a caller chose, not those that a page stores', () => {
  const [id, other] = [
    '018F0000-0000-7000-8000-00000000000A',
    '018f0000-0000-7000-8000-00000000000b',
  ];
  const route = '/api/v1/videos/:id';
  expect(findIdsOfCall(route, { id })).toBe(id.toLowerCase());
  expect(findIdsOfCall(`${route}/notes/:noteId`, { id: other, noteId: other })).toBe(
    `${other}/${other}`,
  );
  expect(findIdsOfCall('/api/v1/admin/drm-providers/:system', { system: 'widevine' })).toBe(
    undefined,
  );
  for (const kept of ['/poster', '/prefetch', '/captions/:language']) {
    expect(findIdsOfCall(route + kept, { id }), kept).toBe(undefined);
  }
  expect(findIdsOfCall('/api/v1/drm/licenses/status/:id', { id })).toBe(undefined);
  expect(findIdsOfCall(route, undefined)).toBe(undefined);
});
