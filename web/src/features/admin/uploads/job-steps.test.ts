import type { UploadJobDetail } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { findOnlyStep, listShownSteps, listStepStates } from './job-steps.ts';

const states = (job: Parameters<typeof listStepStates>[0]) =>
  listStepStates(job)
    .map(({ state }) => state)
    .slice(0, 3);

describe('steps of a job', () => {
  test.each([
    ['queued', null, ['waiting', 'waiting', 'waiting']],
    ['running', 'validate', ['done', 'running', 'waiting']],
    ['failed', 'poster', ['done', 'done', 'failed']],
    ['cancelled', 'validate', ['done', 'waiting', 'waiting']],
    ['completed', null, ['done', 'done', 'done']],
    ['completed', 'publish', ['done', 'done', 'done']],
  ] as const)('%s at %s', (state, step, expected) => {
    expect(states({ state, step })).toEqual(expected);
  });
});

test.each([
  ['running', ['completed', 'running', 'waiting'], 3],
  ['completed', ['completed', 'skipped', 'completed'], 3],
  ['failed', ['completed', 'failed', 'waiting'], 2],
  ['cancelled', ['completed', 'waiting', 'waiting'], 1],
  ['cancelled', ['waiting', 'waiting', 'waiting'], 3],
] as const)('a job that is %s with steps %j shows %d of them', (state, states, count) => {
  const steps = states.map((one) => ({ state: one }) as UploadJobDetail['steps'][number]);
  expect(listShownSteps({ state, steps })).toEqual(steps.slice(0, count));
});

test.each([
  ['failed', ['failed', 'waiting'], false, 'failed'],
  ['failed', ['failed', 'waiting'], true, undefined],
  ['failed', ['completed', 'failed'], false, undefined],
  ['running', ['running'], false, undefined],
  ['cancelled', ['completed', 'waiting'], false, undefined],
] as const)(
  'the only step of a %s job with %j, repeatable: %s',
  (state, states, repeatable, found) => {
    const steps = states.map(
      (one) => ({ state: one, repeatable }) as UploadJobDetail['steps'][number],
    );
    expect(findOnlyStep({ state, steps })?.state).toBe(found);
  },
);
