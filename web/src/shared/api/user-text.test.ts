import { ApiError } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { userTextKey } from './user-text.ts';

function error(status: number, reason?: string): ApiError {
  return new ApiError({
    status,
    type: 'x',
    code: 'TOKEN_INVALID',
    message: 'x',
    correlationId: null,
    ...(reason === undefined ? {} : { details: { reason } }),
  });
}

describe('text for an error', () => {
  test.each([
    [401, 'status.unauthenticated'],
    [403, 'status.forbidden'],
    [404, 'status.notFound'],
    [429, 'status.tooMany'],
    [500, 'status.server'],
    [503, 'status.server'],
    [0, 'status.network'],
    [418, 'status.other'],
  ])('by status %d: %s', (status, key) => {
    expect(userTextKey(error(status))).toBe(key);
  });

  test.each([
    [401, 'login.invalid'],
    [429, 'login.tooMany'],
    [0, 'login.connection'],
    [500, 'login.failed'],
  ])('at sign-in by status %d: %s', (status, key) => {
    expect(userTextKey(error(status), 'login')).toBe(key);
  });

  test('a reason that we have words for comes before the status', () => {
    expect(userTextKey(error(400, 'password_too_short'))).toBe('reason.password_too_short');
    expect(userTextKey(error(401, 'proof_invalid'))).toBe('status.unauthenticated');
  });

  test('what is no ApiError is unexpected', () => {
    expect(userTextKey(new TypeError('x'))).toBe('status.other');
    expect(userTextKey(error(401), 'refresh')).toBe('refresh');
    expect(userTextKey(error(401), 'validation')).toBe('validation');
  });
});
