import { ApiError } from '@prahari/contract';
import { expect, test } from 'vitest';
import { chooseFeedbackAction } from './feedback-action.ts';

const error = (status: number) =>
  new ApiError({ status, type: 'x', code: 'INVALID_VALUE', message: 'x', correlationId: null });

test.each([
  [0, 'retry'],
  [500, 'retry'],
  [503, 'retry'],
  [401, 'login'],
  [400, 'report'],
  [403, 'report'],
  [404, 'report'],
  [409, 'report'],
  [429, 'report'],
])('after status %i: %s', (status, action) => {
  expect(chooseFeedbackAction(error(status))).toBe(action);
});

test('an error without a server’s answer is reported', () => {
  expect(chooseFeedbackAction(new TypeError('x is not a function'))).toBe('report');
});
