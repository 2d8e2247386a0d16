import { ApiError, providerProblems, serviceFaults } from '@prahari/contract';
import { expect, test } from 'vitest';
import { texts as english } from '../../../shared/i18n/en/admin.po';
import { texts as hindi } from '../../../shared/i18n/hi/admin.po';
import { findProblem } from './service-words.ts';

const refusal = (problem: unknown, reason = 'provider_settings_invalid') =>
  new ApiError({
    status: 400,
    type: 'ValidationError',
    code: 'INVALID_VALUE',
    message: '',
    details: { reason, problem },
    correlationId: null,
  });

test.each([...serviceFaults])(
  'a failure of a service has a text in both languages: %s',
  (fault) => {
    const name = `fault_${fault}`;
    expect(english['keySystems']).toHaveProperty([name]);
    expect(hindi['keySystems']?.[name]).not.toEqual(english['keySystems']?.[name]);
  },
);

test.each([...providerProblems])('a setting that was refused is named: %s', (problem) => {
  expect(findProblem(refusal(problem))).toBe(problem);
  const name = `problem_${problem}`;
  expect(english['keySystems']).toHaveProperty([name]);
  expect(hindi['keySystems']?.[name]).not.toEqual(english['keySystems']?.[name]);
});

test('of other errors nothing is said', () => {
  expect(findProblem(refusal('toString'))).toBeNull();
  expect(findProblem(refusal('signing_key', 'edited_meanwhile'))).toBeNull();
  expect(findProblem(new Error('signing_key'))).toBeNull();
});
