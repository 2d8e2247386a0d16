// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useFullscreenKeys } from './use-fullscreen-keys.ts';

function press(key: string, target: Element = document.body): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

test('F11, Escape and Space in fullscreen', () => {
  const send = vi.fn();
  const { unmount } = renderHook(() =>
    useFullscreenKeys({ fullscreen: true, isWriting: false }, send),
  );
  expect([press('F11'), press('Escape'), press(' ')]).toEqual([true, false, true]);
  expect(send.mock.calls.flat()).toEqual(['fullscreen-toggled', 'exit-asked', 'play-toggled']);
  unmount();
  press(' ');
  expect(send).toHaveBeenCalledTimes(3);
});

test('Space belongs to the page outside fullscreen, to buttons and to fields', () => {
  const send = vi.fn();
  const { rerender } = renderHook(
    ({ fullscreen }) => useFullscreenKeys({ fullscreen, isWriting: false }, send),
    { initialProps: { fullscreen: false } },
  );
  expect(press(' ')).toBe(false);
  rerender({ fullscreen: true });
  for (const name of ['button', 'select', 'textarea']) {
    const element = document.body.appendChild(document.createElement(name));
    expect(press(' ', element)).toBe(false);
    element.remove();
  }
  expect(send).not.toHaveBeenCalled();
});

test('a key that closed a menu does not leave fullscreen, and Space belongs to the menu', () => {
  const send = vi.fn();
  renderHook(() => useFullscreenKeys({ fullscreen: true, isWriting: false }, send));
  const menu = document.body.appendChild(document.createElement('div'));
  menu.setAttribute('role', 'menu');
  expect(press(' ', menu)).toBe(false);
  const close = (event: Event) => event.preventDefault();
  menu.addEventListener('keydown', close);
  press('Escape', menu);
  press('GoBack', menu);
  expect(send).not.toHaveBeenCalled();
  menu.remove();
});

test('Space controls nothing while a note is written, even before its field has loaded', () => {
  const send = vi.fn();
  renderHook(() => useFullscreenKeys({ fullscreen: true, isWriting: true }, send));
  press(' ');
  expect(send).not.toHaveBeenCalled();
});
