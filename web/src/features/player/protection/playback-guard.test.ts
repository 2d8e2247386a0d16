// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { aStream } from '../testing/a-stream.ts';
import type { Steering } from './hold/steering.ts';
import { createPlaybackGuard, type GuardView, untroubled } from './playback-guard.ts';
import type { Signal } from './signal.ts';

const { late, restore } = await vi.hoisted(async () => {
  const { keepLateErrors } = await import('../testing/late-errors.ts');
  return keepLateErrors();
});
restore();

const hotkey: Signal = { type: 'blocked_hotkey', confidence: 'high', message: 'F9' };
const blur: Signal = { type: 'window_blurred', confidence: 'low', message: 'away' };

/** A guarded video that plays, with a clock in the test's hand. */
function guarded() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const video = document.createElement('video');
  let paused = false;
  Object.defineProperty(video, 'paused', { get: () => paused });
  video.play = async () => {
    paused = false;
  };
  // jsdom's own pauses nothing.
  const steering: Steering = {
    get paused() {
      return paused;
    },
    get muted() {
      return video.muted;
    },
    set muted(isMuted) {
      video.muted = isMuted;
    },
    pause() {
      paused = true;
    },
    seek(seconds) {
      video.currentTime = seconds;
    },
    on(name, listener) {
      video.addEventListener(name, listener);
      return () => video.removeEventListener(name, listener);
    },
  };
  const recorded: [string, number][] = [];
  const world = {
    video,
    recorded,
    view: untroubled as GuardView,
    resumed: 0,
    beat() {},
    fails: false,
  };
  const guard = createPlaybackGuard({
    video: steering,
    stream: aStream,
    resume: () => {
      paused = false;
      world.resumed += 1;
    },
    record({ type }, warningCount) {
      if (world.fails) throw new RangeError('on purpose');
      recorded.push([type, warningCount]);
    },
    onView: (view) => {
      world.view = view;
    },
    nowMs: () => performance.now(),
    later(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    repeat(work) {
      world.beat = work;
      return () => undefined;
    },
  });
  return { world, guard };
}

test('a violation stops and mutes the video for its time, and is kept as an incident', () => {
  const { world, guard } = guarded();
  guard.report(hotkey);
  expect(world.view.warning?.level).toBe('first');
  expect([world.video.paused, world.video.muted]).toEqual([true, true]);
  vi.advanceTimersByTime(9999);
  expect(world.resumed).toBe(0);
  vi.advanceTimersByTime(10);
  expect(world.view.warning).toBeNull();
  expect([world.video.paused, world.video.muted]).toEqual([false, false]);
  guard.report(hotkey);
  expect(world.recorded).toEqual([
    ['blocked_hotkey', 0],
    ['blocked_hotkey', 1],
  ]);
  guard.stop();
});

test('each press of a key that is pressed by mistake is kept, and the repeated one is named', () => {
  const { world, guard } = guarded();
  const slip: Signal = { ...hotkey, details: { hotkey: 'F9' } };
  guard.report(slip);
  expect(world.view).toEqual(untroubled);
  expect(world.video.paused).toBe(false);
  vi.advanceTimersByTime(3000);
  guard.report(slip);
  expect(world.view.warning?.level).toBe('first');
  expect(world.view.trigger).toEqual({ incident: 'blocked_hotkey', hotkey: 'F9' });
  expect(world.recorded).toEqual([
    ['blocked_hotkey', 0],
    ['blocked_hotkey', 0],
  ]);
  guard.stop();
});

test('after the third nothing more is recorded, and the video is back at its start', () => {
  const { world, guard } = guarded();
  world.video.currentTime = 5;
  for (let count = 0; count < 5; count += 1) {
    guard.report(hotkey);
    vi.advanceTimersByTime(20_000);
  }
  expect(world.recorded).toHaveLength(3);
  expect(world.view.terminated).toBe(true);
  expect([world.video.currentTime, world.video.paused]).toEqual([0, true]);
  guard.stop();
});

test("the server's count makes it stricter", () => {
  const { world, guard } = guarded();
  guard.setServerCount(2, false);
  expect(world.view.warning).toBeNull();
  guard.report(hotkey);
  expect(world.view.terminated).toBe(true);
  guard.stop();
});

test('a weak signal is stored once in ten seconds and shows no warning', () => {
  const { world, guard } = guarded();
  for (let count = 0; count < 50; count += 1) guard.report(blur);
  vi.advanceTimersByTime(10_000);
  guard.report(blur);
  expect(world.recorded).toEqual([
    ['window_blurred', 0],
    ['window_blurred', 0],
  ]);
  expect(world.view).toEqual(untroubled);
  guard.stop();
});

test('a hidden watermark holds playback until it is back, under a warning too', () => {
  const { world, guard } = guarded();
  guard.watermarkHidden(true);
  guard.report(hotkey);
  guard.dismiss();
  expect(world.video.paused).toBe(true);
  guard.watermarkHidden(false);
  expect(world.video.paused).toBe(false);
  guard.stop();
});

test('a video that plays during a hold stops within a second, even without an event', async () => {
  const { world, guard } = guarded();
  guard.report(hotkey);
  await world.video.play();
  world.video.muted = false;
  world.beat();
  expect([world.video.paused, world.video.muted]).toEqual([true, true]);
  guard.stop();
});

test('a violation that can not be kept stops the video all the same', () => {
  const { world, guard } = guarded();
  world.fails = true;
  guard.report(hotkey);
  expect(world.video.paused).toBe(true);
  expect(world.view.warning?.level).toBe('first');
  expect(late[0]).toThrow('on purpose');
  guard.stop();
});
