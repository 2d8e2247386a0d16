import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Command,
  decideFullscreen,
  type FullscreenEvent,
  type FullscreenState,
  initialFullscreenState,
} from './fullscreen-rule.ts';

const EVENTS = [
  'play-asked',
  'pause-asked',
  'play-toggled',
  'fullscreen-toggled',
  'exit-asked',
  'entered',
  'refused',
  'left',
  'hidden',
  'shown',
  'media-playing',
  'media-paused',
] as const satisfies readonly FullscreenEvent[];

/** Applies events in order; says the last state and all commands. */
function run(...events: FullscreenEvent[]) {
  let state: FullscreenState = initialFullscreenState;
  const commands: Command[] = [];
  for (const event of events) {
    const next = decideFullscreen(state, event);
    state = next.state;
    commands.push(...next.commands);
  }
  return { state, commands };
}

describe('fullscreen rule', () => {
  test('play forces fullscreen, and entering resumes what waited on it', () => {
    expect(run('play-asked').commands).toEqual(['enter']);
    expect(run('play-asked', 'entered').commands).toEqual(['enter', 'play']);
  });

  test('entering without a wish to play plays nothing', () => {
    expect(run('fullscreen-toggled', 'entered').commands).toEqual(['enter']);
  });

  test('if fullscreen can not be entered, the video is paused and nothing waits', () => {
    const refused = run('play-asked', 'refused');
    expect(refused.commands).toEqual(['enter', 'pause']);
    expect(decideFullscreen(refused.state, 'entered').commands).toEqual([]);
  });

  test('leaving pauses', () => {
    const left = run('play-asked', 'entered', 'media-playing', 'left');
    expect(left.commands.at(-1)).toBe('pause');
    expect(left.state).toMatchObject({ fullscreen: false, playWaiting: false });
  });

  test('space toggles in fullscreen only', () => {
    expect(run('play-toggled').commands).toEqual([]);
    expect(run('entered', 'play-toggled').commands).toEqual(['play']);
    expect(run('entered', 'media-playing', 'play-toggled').commands).toEqual(['pause']);
  });

  test('F11 toggles and Escape leaves', () => {
    expect(run('entered', 'fullscreen-toggled').commands).toEqual(['exit']);
    expect(run('entered', 'exit-asked').commands).toEqual(['exit']);
    expect(run('exit-asked').commands).toEqual([]);
  });

  test('playback that starts outside fullscreen is stopped and waits', () => {
    expect(run('media-playing', 'media-paused', 'entered').commands).toEqual([
      'pause',
      'enter',
      'play',
    ]);
  });

  test('a hidden page plays nothing, and goes on when it is seen again', () => {
    const hidden = run('entered', 'media-playing', 'hidden', 'media-paused');
    expect(hidden.commands).toEqual(['pause']);
    expect(decideFullscreen(hidden.state, 'shown').commands).toEqual(['play']);
    expect(run('entered', 'hidden', 'shown').commands).toEqual(['pause']);
  });

  test('a tab switch or a dialog that ended fullscreen waits for a click', () => {
    const dialog = run('entered', 'media-playing', 'left', 'media-paused', 'shown');
    expect(dialog.commands).toEqual(['pause']);
    expect(run('entered', 'media-playing', 'hidden', 'left', 'shown').commands).not.toContain(
      'play',
    );
  });

  test('a pause while it is hidden is kept', () => {
    const paused = run('entered', 'media-playing', 'hidden', 'pause-asked', 'shown');
    expect(paused.commands).not.toContain('play');
  });

  test('property: play is commanded in fullscreen only', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
        let state = initialFullscreenState;
        for (const event of events) {
          const next = decideFullscreen(state, event);
          if (next.commands.includes('play')) expect(next.state.fullscreen).toBe(true);
          if (next.state.fullscreen) expect(next.state.playWaiting).toBe(false);
          state = next.state;
        }
      }),
    );
  });

  test('property: every event that leaves a moving picture outside fullscreen pauses it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
        const before = run(...events).state;
        for (const event of ['left', 'refused', 'hidden'] as const) {
          expect(decideFullscreen(before, event).commands).toContain('pause');
        }
        if (!before.fullscreen) {
          expect(decideFullscreen(before, 'media-playing').commands).toContain('pause');
        }
      }),
    );
  });
});
