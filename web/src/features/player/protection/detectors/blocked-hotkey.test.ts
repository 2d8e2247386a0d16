import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBlockedHotkey, type KeyPress, opensDeveloperTools } from './blocked-hotkey.ts';

const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const ctrl = { ctrlKey: true };
const ctrlShift = { ctrlKey: true, shiftKey: true };

function press(key: string, code: string, modifiers: Partial<KeyPress> = {}): string | null {
  return findBlockedHotkey({ key, code, ...none, ...modifiers })?.name ?? null;
}

describe('blocked hotkeys of section 5', () => {
  test.each<[string, string, string, Partial<KeyPress>]>([
    ['F9', 'F9', 'F9', {}],
    ['F10', 'F10', 'F10', {}],
    ['Ctrl+Shift+R', 'R', 'KeyR', ctrlShift],
    ['Cmd+Shift+5', '%', 'Digit5', { metaKey: true, shiftKey: true }],
    ['Alt+R', 'r', 'KeyR', { altKey: true }],
    ['F12', 'F12', 'F12', {}],
    ['Ctrl+Shift+I', 'I', 'KeyI', ctrlShift],
    ['Ctrl+Shift+J', 'J', 'KeyJ', ctrlShift],
    ['Ctrl+U', 'u', 'KeyU', ctrl],
  ])('%s', (name, key, code, modifiers) => expect(press(key, code, modifiers)).toBe(name));

  test('on keyboards of other scripts and with characters that Option produces', () => {
    expect(press('र', 'KeyR', ctrlShift)).toBe('Ctrl+Shift+R');
    expect(press('®', 'KeyR', { altKey: true })).toBe('Alt+R');
  });

  test('a Latin keyboard of another order goes by the letter', () => {
    expect(press('P', 'KeyR', ctrlShift)).toBeNull();
    expect(press('R', 'KeyO', ctrlShift)).toBe('Ctrl+Shift+R');
  });

  test('the keys that learners need are free', () => {
    for (const [key, code] of [
      ['r', 'KeyR'],
      ['F11', 'F11'],
      ['F5', 'F5'],
      [' ', 'Space'],
    ] as const) {
      expect(press(key, code)).toBeNull();
    }
    expect(press('r', 'KeyR', ctrl)).toBeNull();
    expect(press('F10', 'F10', { shiftKey: true })).toBeNull();
  });

  test('property: never without the modifiers that the name says', () => {
    const anyPress = fc.record({
      key: fc.oneof(
        fc.constantFrom('F9', 'F10', 'F12', 'r', 'R', '5', 'i', 'j', 'u', 'र'),
        fc.string(),
      ),
      code: fc.constantFrom('KeyR', 'KeyI', 'KeyJ', 'KeyU', 'Digit5', 'F9', 'F12', 'Space'),
      ctrlKey: fc.boolean(),
      altKey: fc.boolean(),
      shiftKey: fc.boolean(),
      metaKey: fc.boolean(),
    });
    fc.assert(
      fc.property(anyPress, (given) => {
        const name = findBlockedHotkey(given)?.name;
        if (name === undefined) return;
        expect(name.includes('Ctrl')).toBe(given.ctrlKey);
        expect(name.includes('Alt')).toBe(given.altKey);
        expect(name.includes('Shift')).toBe(given.shiftKey);
        expect(name.includes('Cmd')).toBe(given.metaKey);
      }),
    );
  });

  test.each([
    ['F12', true],
    ['Ctrl+Shift+I', true],
    ['Ctrl+U', true],
    ['F9', false],
    ['Alt+R', false],
    ['gone', false],
  ])('%s opens developer tools: %s', (name, opens) => {
    expect(opensDeveloperTools(name)).toBe(opens);
  });
});
