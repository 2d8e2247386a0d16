import type { Endpoint, VideoDetail } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { rememberedCaptions } from './caption-settings.ts';
import { VideoTools } from './VideoTools.tsx';

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
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function show() {
  const onSeek = vi.fn();
  const asked: string[] = [];
  async function call(endpoint: Endpoint): Promise<never> {
    asked.push(endpoint.path);
    return (endpoint.path === '/videos/{id}' ? detail : 'WEBVTT\n') as never;
  }
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }),
  );
  const engine = {
    heights: () => [360],
    chooseHeight: () => undefined,
    languages: () => ({ list: ['en'], playing: 'en' }),
    chooseLanguage: () => undefined,
    traffic: () => ({ bytes: 12_345_678, bitsPerSecond: 800_000 }),
    granted: () => null,
    keys: () => null,
    destroy: async () => undefined,
  };
  const video = document.createElement('video');
  Object.defineProperty(video, 'currentTime', { value: 13 });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call })}>
        <VideoTools
          engine={engine}
          onSeek={onSeek}
          videoId={id}
          video={video}
          stage={document.body}
          isPreviewing={false}
        />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return { onSeek, asked };
}

test('chapters stand at the one that plays, and are jumped to', async () => {
  const { onSeek } = show();
  const chapters = await screen.findByRole('combobox', { name: 'Chapters' });
  expect(chapters).toHaveProperty('value', '1');
  fireEvent.change(chapters, { target: { value: '0' } });
  expect(onSeek).toHaveBeenCalledWith(0);
});

test('captions are fetched when they are wanted, then have a style; all is remembered', async () => {
  const { asked } = show();
  const captions = await screen.findByRole('combobox', { name: 'Captions' });
  expect(asked).toEqual(['/videos/{id}']);
  expect(screen.queryByRole('combobox', { name: 'Caption size' })).toBeNull();
  fireEvent.change(captions, { target: { value: 'hi' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Caption size' }), {
    target: { value: 'huge' },
  });
  await expect.poll(() => asked).toContain('/videos/{id}/captions/{language}');
  expect(rememberedCaptions()).toEqual({ language: 'hi', size: 'huge', background: 'half' });
});

test('the data meter counts in the megabytes of data plans', () => {
  show();
  expect(screen.getByTestId('data-meter').textContent).toBe('12.3 MB · 360 MB/hour');
});
