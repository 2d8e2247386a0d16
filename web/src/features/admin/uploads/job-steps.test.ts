import { describe, expect, test } from 'vitest';
import { listStepStates } from './job-steps.ts';

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
