import { ApiError, providerProblems, serviceFaults } from '@prahari/contract';
import { expect, test } from 'vitest';
import { keySystems as english } from '../../../shared/i18n/en/key-systems.ts';
import { keySystems as hindi } from '../../../shared/i18n/hi/key-systems.ts';
import { problemOf } from './service-words.ts';

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
  'what a service did wrong has words in both languages: %s',
  (fault) => {
    const name = `fault_${fault}` as const;
    expect(hindi[name]).not.toBe(english[name]);
    expect(hindi[name].includes('{{detail}}')).toBe(english[name].includes('{{detail}}'));
  },
);

test.each([...providerProblems])('a setting that was refused is named: %s', (problem) => {
  expect(problemOf(refusal(problem))).toBe(problem);
  expect(hindi[`problem_${problem}`]).not.toBe(english[`problem_${problem}`]);
});

test('of other errors nothing is said', () => {
  expect(problemOf(refusal('toString'))).toBeNull();
  expect(problemOf(refusal('signing_key', 'edited_meanwhile'))).toBeNull();
  expect(problemOf(new Error('signing_key'))).toBeNull();
});
