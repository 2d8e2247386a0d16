import { expect, test, vi } from 'vitest';
import { createAudioOnlySwitch } from './audio-only.ts';

function setup(load: () => Promise<void> = async () => undefined) {
  const asked: unknown[] = [];
  const video = { currentTime: 12, paused: false, playbackRate: 1.5, play: vi.fn(async () => {}) };
  const errors: unknown[] = [];
  const player = {
    configure: (key: string | object, value?: unknown) => asked.push([key, value]) > 0,
    async load(_address: unknown, at?: unknown) {
      asked.push(['load', at]);
      video.paused = true;
      video.playbackRate = 1;
      await load();
    },
    getStats: () => ({ bytesDownloaded: 1000 }),
  };
  const made = createAudioOnlySwitch({
    player: player as never,
    video,
    manifestAddress: 'x://y',
    isAudioOnly: false,
    onError: (error) => errors.push(error),
    onLoaded: () => asked.push('loaded'),
  });
  return { made, asked, video, errors };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('loads without the picture at the same position, and continues in the same state', async () => {
  const { made, asked, video } = setup();
  made.choose(true);
  await settled();
  expect(asked).toEqual([['manifest.disableVideo', true], ['load', 12], 'loaded']);
  expect(video).toMatchObject({ playbackRate: 1.5 });
  expect(video.play).toHaveBeenCalledOnce();
  expect([made.isAudioOnly(), made.bytesBefore()]).toEqual([true, 1000]);
});

test('loads nothing again for what plays already', async () => {
  const { made, asked } = setup();
  made.choose(false);
  await settled();
  expect(asked).toEqual([]);
});

test('of wishes that come while it loads the last one counts', async () => {
  const { made, asked } = setup(settled as () => Promise<void>);
  for (const wish of [true, false, true, false]) made.choose(wish);
  await settled();
  await settled();
  await settled();
  expect(asked.filter((one) => Array.isArray(one) && one[0] === 'load')).toHaveLength(2);
  expect(made.isAudioOnly()).toBe(false);
});

test('says when it could not be loaded', async () => {
  const { made, errors } = setup(() => Promise.reject(new Error('gone')));
  made.choose(true);
  await settled();
  expect(errors).toEqual([new Error('gone')]);
});
