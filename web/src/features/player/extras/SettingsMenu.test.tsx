import type { Endpoint, VideoDetail } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { defaultPreferences, type Preferences } from '../controls/preferences.ts';
import { CaptionsButton } from './CaptionsButton.tsx';
import { ChapterMenu } from './ChapterMenu.tsx';
import { rememberedCaptions } from './caption-settings.ts';
import { SettingsMenu } from './SettingsMenu.tsx';
import { useCaptions } from './use-captions.ts';

const id = '8e4df3a4-1111-4a2b-8c3d-000000000002';
const detail: VideoDetail = {
  id,
  title: 'Optics',
  description: '',
  status: 'ready',
  published: true,
  category: null,
  difficulty: null,
  type: null,
  language: null,
  durationSeconds: 60,
  posterUrl: null,
  cardUrl: null,
  storyboardUrl: null,
  resumeAtSeconds: null,
  completedAt: null,
  termination: null,
  createdAt: '2026-11-20T12:00:00Z',
  tags: [],
  chapters: [
    { startSeconds: 0, title: 'Light' },
    { startSeconds: 12, title: 'Lenses' },
  ],
  captions: [{ language: 'hi', label: 'हिन्दी' }],
};

beforeAll(async () => {
  await Promise.all([startI18n(), loadTexts('lesson')]);
});
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Showing {
  readonly languages?: readonly string[];
  readonly preferences?: Partial<Preferences>;
  readonly hasSlides?: boolean;
  readonly chapters?: VideoDetail['chapters'];
}

const asked: string[] = [];
const change = vi.fn();
const onSeek = vi.fn();
const onHelp = vi.fn();

function Row({ languages = ['en'], preferences = {}, hasSlides = true }: Showing) {
  const [opened, setOpened] = useState<string | null>(null);
  const captions = useCaptions(id);
  const [video] = useState(() => {
    const element = document.createElement('video');
    Object.defineProperty(element, 'currentTime', { value: 13 });
    return element;
  });
  const place = (name: string) => ({
    container: document.body,
    focusAfterClick: document.body,
    open: opened === name,
    onOpenChange: (isOpen: boolean) => setOpened(isOpen ? name : null),
  });
  const engine = {
    heights: () => [480, 360],
    chooseHeight: () => undefined,
    languages: () => ({ list: languages, playing: languages[0] }),
    chooseLanguage: () => undefined,
    traffic: () => ({ bytes: 12_345_678, bitsPerSecond: 800_000 }),
    granted: () => null,
    keys: () => null,
    destroy: async () => undefined,
  };
  return (
    <>
      <ChapterMenu {...place('chapters')} videoId={id} video={video} onSeek={onSeek} />
      <CaptionsButton
        videoId={id}
        video={video}
        stage={document.body}
        captions={captions}
        isPreviewing={false}
      />
      <SettingsMenu
        {...place('settings')}
        videoId={id}
        engine={engine}
        hasSlides={hasSlides}
        captions={captions}
        preferences={{ ...defaultPreferences, ...preferences }}
        change={change}
        onHelp={onHelp}
      />
    </>
  );
}

function show({ chapters = detail.chapters, ...showing }: Showing = {}) {
  vi.clearAllMocks();
  asked.length = 0;
  async function call(endpoint: Endpoint): Promise<never> {
    asked.push(endpoint.path);
    if (endpoint.path === '/videos/{id}') return { ...detail, chapters } as never;
    if (endpoint.path === '/videos/{id}/next') return { video: detail } as never;
    // Their texts do not matter here.
    return new Promise<never>(() => undefined);
  }
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call })}>
        <Row {...showing} />
      </ApiProvider>
    </QueryClientProvider>,
  );
}

/** As by keyboard and remote control: Enter on the button, → on the item. */
async function open(submenu?: string) {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Settings' }), { key: 'Enter' });
  await screen.findByRole('menu');
  if (submenu === undefined) return;
  const item = await screen.findByRole('menuitem', { name: new RegExp(`^${submenu} `) });
  fireEvent.keyDown(item, { key: 'ArrowRight' });
  await screen.findAllByRole('menuitemradio');
}

const choose = (name: string) =>
  fireEvent.keyDown(screen.getByRole('menuitemradio', { name }), { key: 'Enter' });
const chosenItem = () => screen.getByRole('menuitemradio', { checked: true });
const chosen = () => chosenItem().textContent;

test('speed and quality are chosen by keys, and each says what holds', async () => {
  show({ preferences: { heightPixels: 400 } });
  await open('Speed');
  expect(chosen()).toBe('1×');
  choose('1.5×');
  expect(change).toHaveBeenCalledWith({ speed: 1.5 });
  expect(screen.queryByRole('menu')).toBeNull();
  const button = screen.getByRole('button', { name: 'Settings' });
  await expect.poll(() => document.activeElement).toBe(button);
  await open('Quality');
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    ...['Auto', '480p', '360p'],
  ]);
  // 400 lines were chosen in another lesson.
  expect(chosen()).toBe('360p');
  choose('Auto');
  expect(change).toHaveBeenCalledWith({ heightPixels: null });
});

test('several languages are offered by name; one is no choice', async () => {
  show({ languages: ['hi', 'en', 'und'], preferences: { soundLanguage: 'en' } });
  await open('Audio language');
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    ...['Hindi', 'English', 'Original audio'],
  ]);
  expect(chosen()).toBe('English');
  choose('Hindi');
  expect(change).toHaveBeenCalledWith({ soundLanguage: 'hi' });
  cleanup();
  show({ languages: ['hi'] });
  await open();
  expect(screen.queryByRole('menuitem', { name: /^Audio language/ })).toBeNull();
});

test('a wish for a language that the lesson has not shows what plays', async () => {
  show({ languages: ['hi', 'ta'], preferences: { soundLanguage: 'en' } });
  await open('Audio language');
  expect(chosen()).toBe('Hindi');
});

test('data saver, sound with slides and autoplay are switched', async () => {
  show({ preferences: { heightPixels: 1 } });
  await open();
  const item = (name: string) => screen.findByRole('menuitemcheckbox', { name });
  expect((await item('Data saver')).getAttribute('aria-checked')).toBe('true');
  fireEvent.click(await item('Data saver'));
  expect(change).toHaveBeenCalledWith({ heightPixels: null });
  fireEvent.click(await item('Sound and slides'));
  expect(change).toHaveBeenCalledWith({ heightPixels: 0 });
  fireEvent.click(await item('Autoplay next lesson'));
  expect(change).toHaveBeenCalledWith({ autoplay: false });
  expect(screen.getByRole('menuitem', { name: 'Quality Data saver' })).toBeTruthy();
  cleanup();
  show({ hasSlides: false });
  await open();
  expect(await item('Sound only')).toBeTruthy();
});

test('captions are fetched when they are wanted, then have a style; all is remembered', async () => {
  show();
  const button = await screen.findByRole('button', { name: 'Captions' });
  expect(asked).not.toContain('/videos/{id}/captions/{language}');
  fireEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => asked).toContain('/videos/{id}/captions/{language}');
  await open('Captions');
  choose('Very large');
  choose('Black background');
  expect(rememberedCaptions()).toEqual({ language: 'hi', size: 'huge', background: 'solid' });
  choose('Off');
  expect(button.getAttribute('aria-pressed')).toBe('false');
  expect(screen.queryByRole('menuitemradio', { name: 'Very large' })).toBeNull();
});

test('the chapter that plays is named, and the others are jumped to', async () => {
  show();
  const button = await screen.findByRole('button', { name: 'Chapter: Lenses' });
  fireEvent.keyDown(button, { key: 'Enter' });
  await screen.findByRole('menu');
  expect(chosen()).toBe('0:12 Lenses');
  choose('0:00 Light');
  expect(onSeek).toHaveBeenCalledWith(0);
});

test('a list of 200 chapters opens at the one that plays, and keys go on from there', async () => {
  const title = 'अपवर्तन के नियम '.repeat(20).slice(0, 200);
  const chapters = Array.from({ length: 200 }, (_, at) => ({ startSeconds: at / 10, title }));
  show({ chapters });
  const button = await screen.findByRole('button', { name: `Chapter: ${title.trim()}` });
  fireEvent.keyDown(button, { key: 'Enter' });
  await screen.findByRole('menu');
  // Two hundred rows take a busy machine more than the second that others wait.
  await expect.poll(() => chosenItem() === document.activeElement).toBe(true);
  const items = screen.getAllByRole('menuitemradio');
  expect(items).toHaveLength(200);
  expect(items.indexOf(chosenItem())).toBe(130);
  fireEvent.keyDown(chosenItem(), { key: 'ArrowDown' });
  await expect.poll(() => document.activeElement === items[131]).toBe(true);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
  expect(onSeek).toHaveBeenLastCalledWith(13.1);
});

test('the data meter counts in the megabytes of data plans, and the keys are listed from there', async () => {
  show();
  await open();
  expect(screen.getByTestId('data-meter').textContent).toBe('12.3 MB · 360 MB/hour');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
  expect(onHelp).toHaveBeenCalled();
});
