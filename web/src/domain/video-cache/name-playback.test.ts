import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { namePlayback } from './name-playback.ts';

const stream = {
  playbackSessionId: 'playback',
  videoId: 'video',
  durationSeconds: 60,
  manifest: { dash: '/api/v1/videos/video/manifest/dash?playbackSession=playback' },
  expiresAt: '2026-11-20T12:00:00Z',
  segmentCache: true,
};

const heard: unknown[] = [];
let worker: EventTarget & { controller: { postMessage(message: unknown): void } | null };

beforeEach(() => {
  heard.length = 0;
  worker = Object.assign(new EventTarget(), {
    controller: { postMessage: (message: unknown) => heard.push(message) },
  });
  vi.stubGlobal('navigator', { serviceWorker: worker });
});
afterEach(() => vi.unstubAllGlobals());

test('a playback is named with what its record needs, and un-named at its end', () => {
  const over = namePlayback(stream, 'user');
  expect(heard).toEqual([
    {
      kind: 'playback-opened',
      playback: {
        playbackId: 'playback',
        videoId: 'video',
        userId: 'user',
        manifestUrl: '/api/v1/videos/video/manifest/dash',
        durationSeconds: 60,
        expiresAtMs: Date.parse('2026-11-20T12:00:00Z'),
      },
    },
  ]);
  over();
  expect(heard[1]).toEqual({ kind: 'playback-over', playbackId: 'playback' });
});

test('a worker that starts later receives the running playbacks, and none that is over', () => {
  const over = namePlayback(stream, 'user');
  namePlayback({ ...stream, playbackSessionId: 'other' }, 'user');
  over();
  heard.length = 0;
  worker.dispatchEvent(new Event('controllerchange'));
  expect(heard).toMatchObject([{ kind: 'playback-opened', playback: { playbackId: 'other' } }]);
});

test('where the server says that nothing is kept, what was kept goes', () => {
  namePlayback({ ...stream, segmentCache: false }, 'user');
  expect(heard).toEqual([{ kind: 'forget-videos' }]);
});

test('nothing happens without a user', () => {
  namePlayback(stream, undefined);
  expect(heard).toEqual([]);
});
