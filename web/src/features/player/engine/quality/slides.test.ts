import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSlides } from './slides.ts';

const track = [
  'WEBVTT\n',
  '00:00:00.000 --> 00:00:10.000\n1.jpg#xywh=0,0,640,360\n',
  '00:00:10.000 --> 00:00:40.000\n2.jpg#xywh=0,0,640,360\n',
  '00:00:40.000 --> 00:01:00.000\n3.jpg#xywh=0,0,640,360\n',
].join('\n');

class Video extends EventTarget {
  currentTime = 0;
  poster = 'poster.jpg';
}

let asked: string[];
let answer: (name: string) => Response;
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answer = (name) => new Response(name.endsWith('.vtt') ? track : 'x'.repeat(1000));
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return answer(address);
  });
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1;
    return `blob:${made}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function setup(slidesTrack: string | null = 'slides/index.vtt') {
  const video = new Video();
  let folder = '/one/';
  const path = {
    under: (name: string) => `${folder}${name}`,
    renew: vi.fn(async () => {
      folder = '/two/';
      return true;
    }),
  };
  const stream = { slidesTrack, durationSeconds: 60 };
  const slides = createSlides({ video, path, stream });
  async function playTo(seconds: number) {
    video.currentTime = seconds;
    video.dispatchEvent(new Event('timeupdate'));
    await vi.advanceTimersByTimeAsync(0);
  }
  return { slides, video, path, playTo };
}

test('follow the video, also through jumps, and each is fetched once, one ahead', async () => {
  const { slides, video, playTo } = setup();
  slides.show(true);
  await playTo(0);
  expect(video.poster).toBe('blob:1');
  expect(asked).toEqual(['/one/slides/index.vtt', '/one/slides/1.jpg', '/one/slides/2.jpg']);
  await playTo(10);
  await playTo(12);
  expect(video.poster).toBe('blob:2');
  await playTo(50);
  expect(video.poster).toBe('blob:3');
  await playTo(3);
  expect(video.poster).toBe('blob:1');
  expect(asked).toHaveLength(4);
});

test('count what they take, by the time that they stand for', async () => {
  const { slides, playTo } = setup();
  slides.show(true);
  await playTo(0);
  const bytes = 2000 + track.length;
  expect(slides.traffic()).toEqual({ bytes, bitsPerSecond: (bytes * 8) / 40 });
});

test('make place for the poster when there is a picture again, and at the end', async () => {
  const { slides, video, playTo } = setup();
  slides.show(true);
  await playTo(0);
  slides.show(false);
  expect(video.poster).toBe('poster.jpg');
  await playTo(50);
  expect(video.poster).toBe('poster.jpg');
  slides.show(true);
  await playTo(50);
  slides.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(video.poster).toBe('poster.jpg');
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(3);
});

test('are not fetched after it has ended, even if requests were under way', async () => {
  for (const answeredFirst of ['/one/slides/index.vtt', '/one/slides/1.jpg']) {
    const { slides, playTo } = setup();
    asked = [];
    slides.show(true);
    while (!asked.includes(answeredFirst)) await Promise.resolve();
    slides.release();
    await playTo(0);
    expect(asked.at(-1)).toBe(answeredFirst);
  }
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1);
});

test('are asked for under a path that is signed again when it is refused', async () => {
  const { slides, video, playTo } = setup();
  const good = answer;
  answer = (name) => (name.startsWith('/one/') ? new Response(null, { status: 403 }) : good(name));
  slides.show(true);
  await playTo(0);
  expect(video.poster).toBe('blob:1');
  expect(asked.slice(0, 2)).toEqual(['/one/slides/index.vtt', '/two/slides/index.vtt']);
});

test('that fail leave what is shown, and are asked for again after a rest', async () => {
  const { slides, video, playTo } = setup();
  slides.show(true);
  await playTo(0);
  const good = answer;
  answer = () => Response.error();
  await playTo(45);
  await playTo(46);
  expect(video.poster).toBe('blob:1');
  expect(asked).toHaveLength(4);
  answer = good;
  await vi.advanceTimersByTimeAsync(5000);
  await playTo(51);
  expect(video.poster).toBe('blob:3');
});

test('of a video without any nothing is fetched', async () => {
  const { slides, video, playTo } = setup(null);
  slides.show(true);
  await playTo(5);
  expect([asked, video.poster]).toEqual([[], 'poster.jpg']);
});
