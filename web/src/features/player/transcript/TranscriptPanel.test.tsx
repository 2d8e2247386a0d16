import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { TranscriptPanel } from './TranscriptPanel.tsx';

beforeAll(async () => {
  await Promise.all([startI18n(), loadTexts('lesson')]);
});
afterEach(cleanup);

const english = {
  language: 'en',
  label: 'English',
  text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nLight bends\n\n00:00:12.000 --> 00:00:13.000\nA résumé of lenses\n\n00:01:00.000 --> 00:01:02.000\nLight again\n',
};
const hindi = {
  language: 'hi',
  label: 'हिन्दी',
  text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nप्रकाश\n',
};

function show(tracks: readonly (typeof english)[]) {
  const captions = tracks.map(({ language, label }) => ({ language, label }));
  const api = createFakeApi({
    call: async (endpoint: unknown, input: unknown) => {
      if (endpoint === endpoints.videos.get) return { captions } as never;
      const asked = JSON.stringify(input);
      return tracks.find(({ language }) => asked.includes(`"${language}"`))?.text as never;
    },
  });
  const video = { current: document.createElement('video') };
  const jumpTo = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <TranscriptPanel videoId="lesson" steerable={{ video, jumpTo }} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  const playTo = (seconds: number) =>
    act(() => {
      video.current.currentTime = seconds;
      fireEvent.timeUpdate(video.current);
    });
  return { jumpTo, playTo };
}

const lines = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const line = (name: RegExp) => screen.getByRole('button', { name });

test('a line is jumped to by a click, and the present one is marked and kept in view', async () => {
  const offset = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(300);
  const { jumpTo, playTo } = show([english]);
  await screen.findByRole('button', { name: /Light bends/ });
  expect(lines()).toEqual(['0:01Light bends', '0:12A résumé of lenses', '1:00Light again']);
  fireEvent.click(screen.getByText('A résumé of lenses'));
  expect(jumpTo).toHaveBeenCalledExactlyOnceWith(12);
  expect(document.querySelector('[aria-current]')).toBeNull();
  playTo(14);
  expect(document.querySelector('[aria-current]')?.textContent).toContain('résumé');
  expect(screen.getByRole('list').scrollTop).toBe(300);
  // A learner who reads there is not scrolled away.
  line(/Light bends/).focus();
  offset.mockReturnValue(600);
  playTo(61);
  expect(document.querySelector('[aria-current]')?.textContent).toContain('again');
  expect(screen.getByRole('list').scrollTop).toBe(300);
  offset.mockRestore();
});

test('a search keeps the lines that contain it, says how many, and leads into them by keys', async () => {
  const { jumpTo } = show([english]);
  await screen.findByRole('button', { name: /Light bends/ });
  const field = screen.getByRole('searchbox', { name: 'Search the transcript' });
  fireEvent.change(field, { target: { value: 'LIGHT' } });
  expect(lines()).toEqual(['0:01Light bends', '1:00Light again']);
  expect(screen.getByRole('status').textContent).toBe('2 lines found');
  expect(document.querySelectorAll('mark')).toHaveLength(2);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(line(/bends/));
  fireEvent.keyDown(line(/bends/), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(line(/again/));
  expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([
    line(/again/),
  ]);
  fireEvent.keyDown(line(/again/), { key: 'Home' });
  expect(document.activeElement).toBe(line(/bends/));
  expect(jumpTo).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: 'resume' } });
  expect(document.querySelector('mark')?.textContent).toBe('résumé');
  fireEvent.change(field, { target: { value: 'nowhere' } });
  expect(screen.getByRole('status').textContent).toBe('Nothing found');
});

test('of several languages one is chosen, and without captions it says so', async () => {
  show([hindi, english]);
  // The interface's own comes first.
  await screen.findByRole('button', { name: /Light bends/ });
  const choice = screen.getByRole('combobox', { name: 'Transcript language' });
  fireEvent.change(choice, { target: { value: 'hi' } });
  await screen.findByRole('button', { name: /प्रकाश/ });
  expect(screen.getByRole('list').lang).toBe('hi');
  cleanup();
  show([]);
  await screen.findByText('No transcript: this lesson has no captions yet.');
  expect(screen.queryByRole('searchbox')).toBeNull();
});
