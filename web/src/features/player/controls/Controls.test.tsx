import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import styles from './Controls.module.css';
import { Controls } from './Controls.tsx';
import { PlaybackChoices } from './PlaybackChoices.tsx';
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

function show(description: string, slidesTrack: string | null = 'slides/index.vtt') {
  const stage = document.createElement('div');
  const stream = { title: 'Optics', description, videoId: 'x', slidesTrack };
  render(
    <Controls
      engine={null}
      stream={stream}
      media={media}
      send={vi.fn()}
      change={vi.fn()}
      onNote={vi.fn()}
      stage={{ current: stage }}
      video={{ current: null }}
      preferences={defaultPreferences}
    />,
  );
  return stage;
}
const isHidden = () =>
  screen.getByRole('region', { name: 'Video controls' }).classList.contains(styles['hidden'] ?? '');

test('title and description appear on hover, and leave the picture alone when nothing moves', () => {
  const stage = show('How light bends');
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

test('what has no description shows none', () => {
  show('');
  expect(screen.getByRole('heading', { name: 'Optics' }).parentElement?.children).toHaveLength(1);
});

test('slides are named only where there are some', () => {
  show('');
  expect(screen.getByRole('option', { name: 'Sound and slides' })).toBeTruthy();
  cleanup();
  show('', null);
  expect(screen.getByRole('option', { name: 'Sound only' })).toBeTruthy();
});

function showChoices(list: readonly string[], soundLanguage: string | null = null) {
  const change = vi.fn();
  const engine = {
    heights: () => [360],
    chooseHeight: vi.fn(),
    chooseLanguage: vi.fn(),
    traffic: vi.fn(),
    granted: vi.fn(),
    keys: vi.fn(),
    destroy: vi.fn(),
    languages: () => ({ list, playing: list[0] }),
  };
  const preferences = { ...defaultPreferences, soundLanguage };
  render(
    <PlaybackChoices engine={engine} preferences={preferences} change={change} hasSlides={false} />,
  );
  return change;
}
const languageMenu = { name: 'Audio language' };

test('several languages are offered by name, and what is chosen is kept', () => {
  const change = showChoices(['hi', 'en', 'und'], 'en');
  const menu = screen.getByRole('combobox', languageMenu);
  expect(menu).toHaveProperty('value', 'en');
  expect([...menu.children].map(({ textContent }) => textContent)).toEqual([
    ...['Hindi', 'English', 'Original audio'],
  ]);
  fireEvent.change(menu, { target: { value: 'hi' } });
  expect(change).toHaveBeenCalledWith({ soundLanguage: 'hi' });
});

test('one language is no choice; a wish that the video has not shows what plays', () => {
  showChoices(['hi']);
  expect(screen.queryByRole('combobox', languageMenu)).toBeNull();
  cleanup();
  showChoices(['hi', 'ta'], 'en');
  expect(screen.getByRole('combobox', languageMenu)).toHaveProperty('value', 'hi');
});
