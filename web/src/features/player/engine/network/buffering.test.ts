// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { followBuffering, planBuffering } from './buffering.ts';

const policy = {
  bufferingGoalSeconds: 60,
  rebufferingGoalSeconds: 10,
  bufferBehindSeconds: 30,
} as Parameters<typeof planBuffering>[0]['policy'];

function setUp() {
  const video = document.createElement('video');
  const goals: unknown[] = [];
  let isBuffering = false;
  const is = { paused: false, seeking: false };
  for (const name of ['paused', 'seeking'] as const)
    Object.defineProperty(video, name, { get: () => is[name] });
  const player = {
    configure: (_key: unknown, goal?: unknown) => {
      goals.push(goal);
      return true;
    },
    isBuffering: () => isBuffering,
  };
  followBuffering(video, player, { policy });
  const fire = (name: string) => video.dispatchEvent(new Event(name));
  return {
    goals,
    is,
    fire,
    buffer(on: boolean) {
      isBuffering = on;
    },
  };
}

test('a start waits for no goal; the numbers of the policy hold for the rest', () => {
  expect(planBuffering({ policy })).toEqual({
    bufferingGoal: 60,
    rebufferingGoal: 0,
    bufferBehind: 30,
  });
});

test('the goal holds once pictures move, and not while a seek is on its way', () => {
  const { goals, is, fire, buffer } = setUp();
  is.paused = true;
  fire('timeupdate');
  expect(goals).toEqual([]);
  is.paused = false;
  buffer(true);
  fire('timeupdate');
  expect(goals).toEqual([]);
  buffer(false);
  fire('timeupdate');
  fire('timeupdate');
  expect(goals).toEqual([10]);
  is.seeking = true;
  fire('seeking');
  fire('timeupdate');
  expect(goals).toEqual([10, 0]);
  is.seeking = false;
  fire('timeupdate');
  expect(goals).toEqual([10, 0, 10]);
});
