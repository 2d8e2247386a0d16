import { expect, test } from 'vitest';
import { followStalls } from './follow-stalls.ts';

class Media extends EventTarget {
  paused = false;
  ended = false;
  seeking = false;
  readyState = 4;
  playbackRate = 1;
  say(name: string, change: Partial<Media> = {}) {
    Object.assign(this, change);
    this.dispatchEvent(new Event(name));
  }
}

function setup() {
  const media = new Media();
  const told: number[] = [];
  const clock = { ms: 0 };
  const stalls = followStalls(
    media as unknown as HTMLMediaElement,
    (ms) => told.push(ms),
    () => clock.ms,
  );
  return { media, told, clock, stalls };
}

test('tells how long the browser had nothing to play, once it is over', () => {
  const { media, told, clock } = setup();
  media.say('timeupdate');
  media.say('waiting', { readyState: 2 });
  clock.ms = 400;
  media.say('waiting');
  // There is a picture again, and the player fills its buffer first.
  clock.ms = 700;
  media.say('ratechange', { playbackRate: 0 });
  media.say('playing', { readyState: 4 });
  media.say('timeupdate');
  expect(told).toEqual([]);
  clock.ms = 1900.4;
  media.say('ratechange', { playbackRate: 1 });
  expect(told).toEqual([1900]);
  media.say('playing');
  expect(told).toEqual([1900]);
});

test('tells of one in which the player stopped before the browser had to', () => {
  const { media, told, clock } = setup();
  media.say('timeupdate');
  media.say('ratechange', { playbackRate: 1.5 });
  media.say('ratechange', { playbackRate: 0 });
  clock.ms = 2500;
  media.say('ratechange', { playbackRate: 1.5 });
  expect(told).toEqual([2500]);
});

test('the wait for the first picture is no stall, nor is that for a jump', () => {
  const { media, told } = setup();
  const wait = () => {
    media.say('waiting', { readyState: 1 });
    media.say('ratechange', { playbackRate: 0 });
    media.say('ratechange', { playbackRate: 1 });
    media.say('playing', { readyState: 4 });
  };
  media.say('timeupdate', { paused: true });
  media.say('play', { paused: false });
  wait();
  media.say('timeupdate');
  media.say('seeking', { seeking: true });
  media.say('timeupdate');
  wait();
  media.say('seeked', { seeking: false });
  wait();
  expect(told).toEqual([]);
  media.say('timeupdate');
  wait();
  expect(told).toHaveLength(1);
});

test.each([
  ['a pause', 'pause', { paused: true }],
  ['a jump', 'seeking', { seeking: true }],
  ['the end', 'ended', { ended: true }],
] as const)('%s ends it', (_, event, change) => {
  const { media, told, clock } = setup();
  media.say('timeupdate');
  media.say('waiting', { readyState: 2 });
  clock.ms = 300;
  media.say(event, change);
  clock.ms = 900;
  media.say('playing', { readyState: 4, paused: false, seeking: false, ended: false });
  expect(told).toEqual([300]);
});

test('the page that goes ends it, and follows no longer', () => {
  const { media, told, clock, stalls } = setup();
  media.say('timeupdate');
  media.say('waiting', { readyState: 2 });
  clock.ms = 300;
  stalls.stop();
  media.say('playing', { readyState: 4 });
  media.say('waiting', { readyState: 2 });
  media.say('playing', { readyState: 4 });
  expect(told).toEqual([300]);
});
