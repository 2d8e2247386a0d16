import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import type { Chore } from './chore.ts';
import { doChores } from './do-chores.ts';

const log = createLog('silent');
const never = new AbortController().signal;

/** A chore with so many rows to remove; `onBatch` is told of each batch. */
function pile(rows: number, onBatch: (left: number) => void = () => {}) {
  const state = { left: rows, batches: 0 };
  const chore: Chore = {
    name: 'pile',
    async removeSome(atMost) {
      const count = Math.min(atMost, state.left);
      state.left -= count;
      state.batches += 1;
      onBatch(state.left);
      return count;
    },
  };
  return { chore, state };
}

it('goes on until nothing is left, in bounded batches', async () => {
  const { chore, state } = pile(25);
  await doChores([chore], { log, signal: never, batch: 10 });
  expect(state).toEqual({ left: 0, batches: 3 });
});

it('stops between two batches, and the next turn finishes', async () => {
  const stopping = new AbortController();
  const first = pile(25, () => stopping.abort());
  const second = pile(5);
  await doChores([first.chore, second.chore], { log, signal: stopping.signal, batch: 10 });
  expect([first.state.left, second.state.left]).toEqual([15, 5]);
  await doChores([first.chore, second.chore], { log, signal: never, batch: 10 });
  expect([first.state.left, second.state.left]).toEqual([0, 0]);
});

it('does the others when one fails, and says so', async () => {
  const failing: Chore = {
    name: 'failing',
    removeSome: async () => {
      throw new Error('no');
    },
  };
  const { chore, state } = pile(3);
  await expect(doChores([failing, chore], { log, signal: never })).rejects.toThrow(AggregateError);
  expect(state.left).toBe(0);
});
