// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNoteDraft } from './use-note-draft.ts';

let fullscreenElement: Element | null;
beforeEach(() => {
  fullscreenElement = document.body;
  Object.defineProperty(document, 'fullscreenElement', {
    configurable: true,
    get: () => fullscreenElement,
  });
});
afterEach(() => {
  // Other files press keys in the same document.
  cleanup();
  Reflect.deleteProperty(document, 'fullscreenElement');
});

function write() {
  const video = document.createElement('video');
  Object.defineProperty(video, 'paused', { value: false });
  Object.defineProperty(video, 'currentTime', { value: 30, writable: true });
  const send = vi.fn();
  const { result } = renderHook(() => useNoteDraft({ current: video }, send));
  act(() => result.current.open());
  return { video, send, result };
}

function press(key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true });
  act(() => void document.body.dispatchEvent(event));
  return event.defaultPrevented;
}

function leaveFullscreen() {
  fullscreenElement = null;
  act(() => void document.dispatchEvent(new Event('fullscreenchange')));
}

test.each(['Escape', 'GoBack'])(
  '%s puts a note away, and the video goes on in fullscreen',
  (key) => {
    const { result, send } = write();
    expect(press(key)).toBe(true);
    expect(result.current.draft).toBeNull();
    expect(send.mock.calls.flat()).toEqual(['pause-asked', 'play-asked']);
    expect(press(key)).toBe(false);
  },
);

test('its words come back with the next note, at their moment; an empty one is forgotten', () => {
  const { result, video } = write();
  press('Escape');
  video.currentTime = 40;
  act(() => result.current.open());
  expect(result.current.draft).toEqual({ positionSeconds: 40, text: '' });
  act(() => result.current.setDraft({ positionSeconds: 40, text: 'lens' }));
  press('Escape');
  video.currentTime = 50;
  act(() => result.current.open());
  expect(result.current.draft).toEqual({ positionSeconds: 40, text: 'lens' });
  act(() => result.current.close());
  act(() => result.current.open());
  expect(result.current.draft).toEqual({ positionSeconds: 50, text: '' });
});

test('outside fullscreen, and below an open menu, the key is not for the note', () => {
  const { result } = write();
  const menu = document.body.appendChild(document.createElement('div'));
  menu.setAttribute('role', 'menu');
  expect(press('Escape')).toBe(false);
  menu.remove();
  act(() => result.current.setDraft({ positionSeconds: 30, text: 'lens' }));
  leaveFullscreen();
  expect(press('Escape')).toBe(false);
  expect(result.current.draft?.text).toBe('lens');
});

test('a note without words does not wait for the return to fullscreen', () => {
  const { result } = write();
  leaveFullscreen();
  expect(result.current.draft).toBeNull();
});
