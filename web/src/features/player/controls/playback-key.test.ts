import { describe, expect, test } from 'vitest';
import { playbackKey } from './playback-key.ts';

const pressed = (key: string, held: Partial<Parameters<typeof playbackKey>[0]> = {}) =>
  playbackKey({ key, ctrlKey: false, altKey: false, metaKey: false, ...held });

describe('keys of the player', () => {
  test.each([
    ['ArrowLeft', { act: 'seek', bySeconds: -10 }],
    ['ArrowRight', { act: 'seek', bySeconds: 10 }],
    ['j', { act: 'seek', bySeconds: -10 }],
    ['L', { act: 'seek', bySeconds: 10 }],
    ['ArrowUp', { act: 'volume', by: 0.05 }],
    ['ArrowDown', { act: 'volume', by: -0.05 }],
    ['>', { act: 'speed', direction: 1 }],
    ['<', { act: 'speed', direction: -1 }],
    ['k', { act: 'toggle' }],
    ['M', { act: 'mute' }],
  ])('%s', (key, meaning) => {
    expect(pressed(key)).toEqual(meaning);
  });

  test.each(['Tab', 'Enter', 'Escape', 'F11', 'x', 'constructor', '__proto__'])(
    '%s means nothing here',
    (key) => {
      expect(pressed(key)).toBeNull();
    },
  );

  test('with a modifier held a key is not ours', () => {
    expect(pressed('l', { ctrlKey: true })).toBeNull();
    expect(pressed('ArrowLeft', { altKey: true })).toBeNull();
    expect(pressed('k', { metaKey: true })).toBeNull();
  });
});
