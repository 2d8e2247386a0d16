import { describe, expect, test } from 'vitest';
import { stepStates } from './job-steps.ts';

const states = (job: Parameters<typeof stepStates>[0]) => stepStates(job).map(({ state }) => state);

describe('steps of a job', () => {
  test.each([
    ['queued', null, ['waiting', 'waiting', 'waiting', 'waiting', 'waiting']],
    ['running', 'transcode', ['done', 'running', 'waiting', 'waiting', 'waiting']],
    ['failed', 'package', ['done', 'done', 'failed', 'waiting', 'waiting']],
    ['completed', null, ['done', 'done', 'done', 'done', 'done']],
    ['completed', 'publish', ['done', 'done', 'done', 'done', 'done']],
  ] as const)('%s at %s', (state, step, expected) => {
    expect(states({ state, step })).toEqual(expected);
  });
});
