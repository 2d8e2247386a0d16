import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { WatchDownloadsDeps } from './downloads.deps.ts';
import { createDownloadWatch } from './watch-downloads.adapter.ts';

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
    notifications: { on: () => undefined },
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

it('records a silent page and a bare program once, and again only for new requests', async () => {
  let nowMs = 1_000_000;
  let reportedMs = nowMs;
  let isAway = false;
  const recorded: unknown[] = [];
  const downloads = createDownloadWatch({
    clock: { now: () => new Date(nowMs) },
    log: { warn: () => undefined },
    notifications: { on: () => undefined },
    systemConfig: { current: () => ({ playback }) },
    videos: { readManifest: async () => '' },
    findPlaybackSessions: async () => [found],
    async findLastReports() {
      if (isAway) throw new Error('the database is away');
      return new Map([['one', new Date(reportedMs)]]);
    },
    sumJumpedSeconds: async () => 0,
    recordDownload: async () => undefined,
    recordSilence: async (id: string) => void recorded.push(`${id} is silent`),
    recordBareFetches: async (id: string, count: number) => void recorded.push(`${id} ${count}`),
  } as unknown as WatchDownloadsDeps);
  const about = { playbackId: 'one', sessionId: 'one', videoId: 'v', folder: 'v180' };
  downloads.open({
    ...about,
    copyId: null,
    userId: 'asha',
    durationSeconds: 3600,
    manifest: '',
  });
  let next = 1;
  const play = async (seconds: number, isBare = false) => {
    for (let second = 0; second < seconds; second += 2) {
      downloads.countSegment({ ...about, number: next, isBare });
      next += 1;
      nowMs += 2000;
      if (second % 20 === 0) await downloads.judgeNow();
    }
    await downloads.judgeNow();
  };
  await play(100);
  reportedMs = nowMs;
  await play(170);
  expect(recorded).toEqual([]);
  // While the database is away, no report arrives, and none can be read.
  isAway = true;
  await play(100);
  isAway = false;
  await play(100);
  expect(recorded).toEqual([]);
  await play(100);
  expect(recorded).toEqual(['one is silent']);
  await play(100);
  await play(6, true);
  await play(4, true);
  expect(recorded.slice(1).join()).toMatch(/^one 1,one 2,one 1,one 1$/);
  await downloads.stop();
});
