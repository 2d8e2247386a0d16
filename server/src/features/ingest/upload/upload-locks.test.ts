import { expect, it } from 'vitest';
import { createUploadLocks } from './upload-locks.adapter.ts';

const nothing = () => undefined;

it('lets one in, and the next when it has left', async () => {
  const locks = createUploadLocks();
  const first = await locks.take('a', nothing);
  await expect(locks.take('a', nothing)).rejects.toMatchObject({ status: 423 });
  (await locks.take('b', nothing)).release();
  first.release();
  (await locks.take('a', nothing)).release();
});

it('takes over from a silent connection, not from an active one', async () => {
  let nowMs = 0;
  const locks = createUploadLocks(() => nowMs);
  let stopped = 0;
  const first = await locks.take('a', () => {
    stopped += 1;
    first.release();
  });
  nowMs = 4000;
  first.touch();
  nowMs = 8000;
  await expect(locks.take('a', nothing)).rejects.toMatchObject({ status: 423 });
  expect(stopped).toBe(0);
  nowMs = 9000;
  const second = await locks.take('a', nothing);
  expect(stopped).toBe(1);
  // The released first lock must not let a third one in.
  first.release();
  await expect(locks.take('a', nothing)).rejects.toMatchObject({ status: 423 });
  second.release();
});

it('is taken by force to give an upload up', async () => {
  const locks = createUploadLocks();
  const first = await locks.take('a', () => first.release());
  (await locks.take('a', nothing, true)).release();
});

it('lets only one of several that waited take over', async () => {
  const locks = createUploadLocks();
  const first = await locks.take('a', () => setImmediate(() => first.release()));
  const outcomes = await Promise.allSettled([
    locks.take('a', nothing, true),
    locks.take('a', nothing, true),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
