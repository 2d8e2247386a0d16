import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { rememberedCaptions } from '../extras/caption-settings.ts';
import styles from './Controls.module.css';
import { Controls } from './Controls.tsx';
import { defaultPreferences } from './preferences.ts';

beforeAll(async () => {
  await Promise.all([startI18n(), loadTexts('player')]);
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const media = {
  durationSeconds: 60,
  stoppedAtSeconds: null,
  playing: true,
  waiting: false,
  ended: false,
  volume: 1,
  muted: false,
};

const captions = [{ language: 'hi', label: 'हिन्दी' }];
/** The few calls about a lesson that the controls make. */
const api = createFakeApi({ call: async () => ({ captions, chapters: [] }) as never });

function Around({ children }: { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>{children}</ApiProvider>
    </QueryClientProvider>
  );
}

function show(description: string) {
  const stage = document.createElement('div');
  const stream = { title: 'Optics', description, videoId: 'x', slidesTrack: null };
  const video = document.createElement('video');
  Object.defineProperty(video, 'currentTime', { value: 30, writable: true });
  const asked = { send: vi.fn(), change: vi.fn(), onNote: vi.fn() };
  render(
    <Controls
      {...asked}
      engine={null}
      stream={stream}
      media={media}
      stage={{ current: stage }}
      layer={document.body}
      video={{ current: video }}
      preferences={defaultPreferences}
    />,
    { wrapper: Around },
  );
  return { stage, video, ...asked };
}
const isHidden = () =>
  screen.getByRole('region', { name: 'Video controls' }).classList.contains(styles['hidden'] ?? '');

test('title and description appear on hover, and leave the picture alone when nothing moves', () => {
  const { stage } = show('How light bends');
  expect(screen.getByRole('heading', { name: 'Optics' })).toBeTruthy();
  expect(screen.getByText('How light bends')).toBeTruthy();
  expect(isHidden()).toBe(false);
  act(() => void vi.advanceTimersByTime(3100));
  expect(isHidden()).toBe(true);
  expect(stage.hasAttribute('data-rests')).toBe(true);
  fireEvent.pointerMove(stage);
  expect(isHidden()).toBe(false);
  expect(stage.hasAttribute('data-rests')).toBe(false);
});

test('a control without a description shows none', () => {
  show('');
  expect(screen.getByRole('heading', { name: 'Optics' }).parentElement?.children).toHaveLength(1);
});

const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key });

test('keys seek, jump to tenths and to both ends', () => {
  const { video } = show('');
  for (const [key, seconds] of [
    ['l', 40],
    ['j', 30],
    ['5', 30],
    ['9', 54],
    ['Home', 0],
    ['End', 60],
  ] as const) {
    press(key);
    expect(video.currentTime, key).toBe(seconds);
  }
});

test('a step is shown at its side, steps in one direction add up, and what is out of sight is said', () => {
  show('');
  press('l');
  press('ArrowRight');
  expect(screen.getByText('+20 seconds')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back 10 seconds' }));
  expect(screen.getByText('−10 seconds')).toBeTruthy();
  expect(screen.queryByText('+20 seconds')).toBeNull();
  press('>');
  expect(screen.getByText('1.25×')).toBeTruthy();
  press('ArrowDown');
  expect(screen.getByText('Volume 95%')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.queryByText('Volume 95%')).toBeNull();
});

test('a bar that was clicked leaves the keys of the player theirs', () => {
  const { video, send, change } = show('');
  const timeline = screen.getByRole('slider', { name: 'Position in the video' });
  press('k', timeline);
  press('ArrowRight', timeline);
  press('m', timeline);
  expect(send).toHaveBeenCalledWith('play-toggled');
  expect(video.currentTime).toBe(40);
  expect(video.muted).toBe(true);
  const volume = screen.getByRole('slider', { name: 'Volume' });
  press('m', volume);
  expect(video.muted).toBe(false);
  press('>', volume);
  expect(change).toHaveBeenCalledWith({ speed: 1.25 });
  // Its own arrows move it, and seek nothing.
  press('ArrowRight', volume);
  expect(video.currentTime).toBe(40);
});

test('C shows captions and puts them away', async () => {
  vi.useRealTimers();
  localStorage.clear();
  show('');
  await expect
    .poll(() => {
      press('c');
      return rememberedCaptions().language;
    })
    .toBe('hi');
  press('c');
  expect(rememberedCaptions().language).toBeNull();
});

test('? lists the keys, and the controls stay visible under it', async () => {
  vi.useRealTimers();
  const { send } = show('');
  press('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const key of ['Space', 'J', '0–9', 'Home', 'End', '<', '>', 'M', 'C', 'N', 'F11', '?']) {
    expect(within(help).getByText(key), key).toBeTruthy();
  }
  press('k', help);
  expect(send).not.toHaveBeenCalled();
  fireEvent.keyDown(help, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  press('?');
  press('?', await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(screen.queryByRole('dialog'), 'the key that opened it').toBeNull();
});
