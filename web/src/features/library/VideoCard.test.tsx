import type { Video } from '@prahari/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import { VideoCard } from './VideoCard.tsx';

beforeAll(async () => {
  await startI18n();
});
afterEach(cleanup);

const video: Video = {
  id: '0199f3c0-0000-7000-8000-000000000001',
  title: 'Light',
  description: '',
  status: 'ready',
  published: true,
  category: null,
  difficulty: null,
  type: null,
  language: null,
  durationSeconds: 600,
  posterUrl: null,
  cardUrl: null,
  storyboardUrl: null,
  resumeAtSeconds: 300,
  completedAt: null,
  termination: null,
  createdAt: '2026-11-01T00:00:00.000Z',
};
const show = (change: Partial<Video>) =>
  render(
    <MemoryRouter at="/">
      <VideoCard
        video={{ ...video, ...change }}
        onIntent={() => undefined}
        onOpen={() => undefined}
      />
    </MemoryRouter>,
  );

test('a video whose access ended says so, and leads to how to ask for a review', () => {
  show({ termination: { at: video.createdAt, reviewRequestedAt: null } });
  expect(screen.getByText('Blocked')).toBeTruthy();
  expect(screen.getByText('Blocked after violations. Open it to ask for a review.')).toBeTruthy();
  expect(screen.queryByText(/left$/)).toBeNull();
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/watch/${video.id}`);
});

test('once asked for, the review is what the card says', () => {
  show({ termination: { at: video.createdAt, reviewRequestedAt: video.createdAt } });
  expect(screen.getByText('Review requested')).toBeTruthy();
});

test('a video that may be watched goes on where it was left', () => {
  show({ resumeAtSeconds: 420 });
  expect(screen.queryByText('Blocked')).toBeNull();
  expect(screen.getByText('3:00 left')).toBeTruthy();
});

test('a card says what the lesson is about; one of which nothing is known, since when it is there', () => {
  show({ category: 'Optics', difficulty: 'advanced', type: 'practical' });
  expect(screen.getByText('Optics · Advanced · Practical')).toBeTruthy();
  cleanup();
  show({});
  expect(screen.getByText('1 Nov 2026')).toBeTruthy();
});
