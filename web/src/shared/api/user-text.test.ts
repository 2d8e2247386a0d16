import { ApiError } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { loadTexts } from '../i18n/i18n.ts';
import { DeviceKeyUnavailable } from './device-key-unavailable.ts';
import { findUserTextKey } from './user-text.ts';

function error(status: number, reason?: string, correlationId: string | null = 'c-1'): ApiError {
  return new ApiError({
    status,
    type: 'x',
    code: 'TOKEN_INVALID',
    message: 'x',
    correlationId,
    ...(reason === undefined ? {} : { details: { reason } }),
  });
}

describe('text for an error', () => {
  test.each([
    [401, 'errors.unauthenticated'],
    [403, 'errors.forbidden'],
    [404, 'errors.notFound'],
    [429, 'errors.tooManyRequests'],
    [500, 'errors.server'],
    [503, 'errors.server'],
    [0, 'errors.offline'],
    [418, 'errors.unexpected'],
  ])('by status %d: %s', (status, key) => {
    expect(findUserTextKey(error(status))).toBe(key);
  });

  test.each([
    [400, 'auth.phoneInvalid'],
    [401, 'auth.invalidCredentials'],
    [429, 'auth.tooManyAttempts'],
    [0, 'auth.connectionIssue'],
    [500, 'auth.loginFailed'],
  ])('at sign-in by status %d: %s', (status, key) => {
    expect(findUserTextKey(error(status), 'login')).toBe(key);
  });

  test('a reason that we have words for comes before the status, once they are here', async () => {
    expect(findUserTextKey(error(400, 'password_too_short'))).toBe('errors.unexpected');
    await loadTexts('account');
    expect(findUserTextKey(error(400, 'password_too_short'))).toBe('activation.passwordTooShort');
    expect(findUserTextKey(error(401, 'proof_invalid'))).toBe('errors.unauthenticated');
  });

  test('the text claims no notification of the team if the server never answered', () => {
    expect(findUserTextKey(error(502, undefined, null))).toBe('errors.unexpected');
  });

  test('a browser without storage gets advice, at the sign-in too', () => {
    const denied = new DeviceKeyUnavailable(new DOMException('denied', 'SecurityError'));
    expect(findUserTextKey(denied)).toBe('errors.storageDenied');
    expect(findUserTextKey(denied, 'login')).toBe('errors.storageDenied');
  });

  test('anything but an ApiError is unexpected', () => {
    expect(findUserTextKey(new TypeError('x'))).toBe('errors.unexpected');
  });
});
