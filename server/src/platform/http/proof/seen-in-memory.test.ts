import { expect, it } from 'vitest';
import { nonceWindowMs } from './nonce.ts';
import { rememberInMemory } from './seen-in-memory.ts';
import { describeSeenProofs } from './seen-proofs.test-suite.ts';

describeSeenProofs('in memory', { open: async () => rememberInMemory(), isShared: false });

it('has an epoch of its own in each process', async () => {
  const epochs = await Promise.all([1, 2].map(async () => (await rememberInMemory().read()).epoch));
  expect(new Set(epochs).size).toBe(2);
});

it('forgets windows whose nonces are refused anyway, and none before', async () => {
  let nowMs = 5 * nonceWindowMs;
  const seen = rememberInMemory(() => nowMs);
  await seen.note({ window: 5, id: 'a' });
  nowMs += nonceWindowMs;
  await seen.note({ window: 6, id: 'b' });
  expect(await seen.note({ window: 5, id: 'a' })).toMatchObject({ isFirst: false });
  nowMs += nonceWindowMs;
  await seen.note({ window: 7, id: 'c' });
  expect(await seen.note({ window: 5, id: 'a' })).toMatchObject({ isFirst: true });
});
