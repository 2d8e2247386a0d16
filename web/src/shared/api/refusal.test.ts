import { ApiError } from '@prahari/contract';
import { expect, test } from 'vitest';
import { isMissing, isRefusal } from './refusal.ts';

function answered(status: number): ApiError {
  return new ApiError({
    status,
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: 'x',
    details: {},
    correlationId: null,
  });
}

test.each([
  [400, true, true],
  [403, true, false],
  [404, true, true],
  [429, true, false],
  [500, false, false],
])('an answer of %s: refusal %s, missing %s', (status, refusal, missing) => {
  expect(isRefusal(answered(status))).toBe(refusal);
  expect(isMissing(answered(status))).toBe(missing);
});

test('a broken connection is neither', () => {
  expect(isRefusal(new TypeError('x'))).toBe(false);
  expect(isMissing(new TypeError('x'))).toBe(false);
});
