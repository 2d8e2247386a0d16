import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createDownloadWatch, type WatchDownloadsDeps } from './watch-downloads.adapter.ts';

const playback = {
  bufferingGoalSeconds: 60,
  rebufferingGoalSeconds: 10,
  progressEverySeconds: 30,
  streamsPerLearner: 1,
  paceDownloads: true,
};
const found = {
  playback: { userId: 'asha', scheme: 'cbcs', copyId: null },
  video: { id: 'v', media_revision: 1, duration_seconds: 3600 },
};

it('asks again for the learner of a video if that could not be read, and counts the fetches until then', async () => {
  let nowMs = 1_000_000;
  let asked = 0;
  let isAway = true;
  const find = async () => {
    asked += 1;
    if (isAway) throw new Error('the database is away');
    return [found];
  };
  const downloads = createDownloadWatch({
    clock: { now: () => new Date(nowMs) },
    log: { warn: () => undefined },
    systemConfig: { current: () => ({ playback }) },
    videos: { readManifest: async () => '' },
    findPlaybackSessions: find,
    findLastReports: async () => new Map(),
    sumJumpedSeconds: async () => 0,
  } as unknown as WatchDownloadsDeps);
  const fetchBy = (sessionId: string, number: number) =>
    downloads.countSegment({
      sessionId,
      videoId: 'v',
      playbackId: sessionId,
      folder: 'v180',
      number,
      isBare: false,
    });

  expect(fetchBy('one', 1)).toBe(0);
  await settled();
  expect(asked).toBe(1);
  nowMs += 4999;
  fetchBy('one', 2);
  expect(asked).toBe(1);
  nowMs += 1;
  // Still away; players continue.
  expect([3, 4, 5, 6].map((number) => fetchBy('one', number))).toEqual([0, 0, 0, 0]);
  await settled();
  expect(asked).toBe(2);

  nowMs += 5000;
  isAway = false;
  for (let number = 7; number <= 60; number += 1) fetchBy('one', number);
  await settled();
  expect(asked).toBe(3);
  // Another sign-in of the same learner does not start the count again.
  downloads.open({
    playbackId: 'two',
    copyId: null,
    sessionId: 'two',
    userId: 'asha',
    videoId: 'v',
    durationSeconds: 3600,
    manifest: '',
  });
  expect(fetchBy('two', 20)).toBe(0);
  expect(fetchBy('two', 200)).toBeGreaterThan(0);
  nowMs += 60_000;
  fetchBy('one', 61);
  await settled();
  expect(asked).toBe(3);
  await downloads.stop();
});
