import { describe, expect, test } from 'vitest';
import { playbackKey } from './playback-key.ts';

const pressed = (key: string, held: Partial<Parameters<typeof playbackKey>[0]> = {}) =>
  playbackKey({ key, code: '', ctrlKey: false, altKey: false, metaKey: false, ...held });

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
    ['c', { act: 'captions' }],
    ['?', { act: 'help' }],
    ['0', { act: 'jump', toShare: 0 }],
    ['7', { act: 'jump', toShare: 0.7 }],
    ['Home', { act: 'jump', toShare: 0 }],
    ['End', { act: 'jump', toShare: 1 }],
  ])('%s', (key, meaning) => {
    expect(pressed(key)).toEqual(meaning);
  });

  test.each(['Tab', 'Enter', 'Escape', 'F11', 'x', 'constructor', '__proto__'])(
    '%s means nothing here',
    (key) => {
      expect(pressed(key)).toBeNull();
    },
  );

  test('a keyboard of another script has the same keys at the same places', () => {
    expect(pressed('क', { code: 'KeyK' })).toEqual({ act: 'toggle' });
    expect(pressed('५', { code: 'Digit5' })).toEqual({ act: 'jump', toShare: 0.5 });
    // Another Latin order has its own places.
    expect(pressed('a', { code: 'KeyK' })).toBeNull();
  });

  test('with a modifier held a key is not ours', () => {
    expect(pressed('l', { ctrlKey: true })).toBeNull();
    expect(pressed('ArrowLeft', { altKey: true })).toBeNull();
    expect(pressed('k', { metaKey: true })).toBeNull();
  });
});
