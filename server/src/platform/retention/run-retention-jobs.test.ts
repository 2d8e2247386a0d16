import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import type { RetentionJob } from './retention-job.ts';
import { runRetentionJobs } from './run-retention-jobs.ts';

const log = createLog('silent');
const never = new AbortController().signal;

/** A job with the given number of rows to remove; `onBatch` is called for each batch. */
function pile(rows: number, onBatch: (left: number) => void = () => {}) {
  const state = { left: rows, batches: 0 };
  const job: RetentionJob = {
    name: 'pile',
    async removeSome(atMost) {
      const count = Math.min(atMost, state.left);
      state.left -= count;
      state.batches += 1;
      onBatch(state.left);
      return count;
    },
  };
  return { job, state };
}

it('continues until nothing is left, in bounded batches', async () => {
  const { job, state } = pile(25);
  await runRetentionJobs([job], { log, signal: never, batch: 10 });
  expect(state).toEqual({ left: 0, batches: 3 });
});

it('stops between two batches, and the next turn finishes', async () => {
  const stopping = new AbortController();
  const first = pile(25, () => stopping.abort());
  const second = pile(5);
  await runRetentionJobs([first.job, second.job], { log, signal: stopping.signal, batch: 10 });
  expect([first.state.left, second.state.left]).toEqual([15, 5]);
  await runRetentionJobs([first.job, second.job], { log, signal: never, batch: 10 });
  expect([first.state.left, second.state.left]).toEqual([0, 0]);
});

it('does the others when one fails, and says so', async () => {
  const failing: RetentionJob = {
    name: 'failing',
    removeSome: async () => {
      throw new Error('no');
    },
  };
  const { job, state } = pile(3);
  await expect(runRetentionJobs([failing, job], { log, signal: never })).rejects.toThrow(
    AggregateError,
  );
  expect(state.left).toBe(0);
});
