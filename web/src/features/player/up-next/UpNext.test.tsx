import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { RouterContext } from '../../../shared/routing/use-address.ts';
import { learnerIdle, watchTouches } from './idle-clock.ts';
import { UpNext } from './UpNext.tsx';

beforeAll(async () => {
  await Promise.all([startI18n(), loadTexts('lesson')]);
});
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  learnerIdle.note();
  navigate.mockClear();
  replay.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const address = { pathname: '/watch/first', search: '', hash: '' };
const navigate = vi.fn();
const replay = vi.fn();
const second = {
  id: 'second',
  title: 'The eye',
  durationSeconds: 8,
  cardUrl: '/media/eye/card.jpg',
  posterUrl: '/media/eye/poster.jpg',
};

async function show(autoplay: boolean, video: typeof second | null = second) {
  const api = createFakeApi({ call: async () => ({ video }) as never });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <RouterContext value={{ address, navigate }}>
          <UpNext videoId="first" ended autoplay={autoplay} onReplay={replay} />
        </RouterContext>
      </ApiProvider>
    </QueryClientProvider>,
  );
  const name = video === null ? 'Watch again' : /Play now|Keep watching/;
  await screen.findByRole('button', { name });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('with autoplay off, the next lesson starts only at a click', async () => {
  await show(false);
  expect(screen.queryByRole('timer')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(navigate).not.toHaveBeenCalled();
  cleanup();
  await show(true);
  expect(screen.getByRole('timer').textContent).toBe('Starts in 8 s');
});

test('the next lesson begins by itself after the countdown, unless that is cancelled', async () => {
  await show(true);
  await act(() => vi.advanceTimersByTimeAsync(9000));
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/watch/second');
  cleanup();
  await show(true);
  press('Cancel');
  expect(screen.queryByRole('timer')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play now' }));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(navigate).toHaveBeenCalledOnce();
});

test('the end offers to watch again and the library, also where no lesson follows', async () => {
  await show(true, null);
  expect(screen.getByRole('region', { name: 'Lesson finished' })).toBeDefined();
  press('Watch again');
  expect(replay).toHaveBeenCalledOnce();
  press('Back to the library');
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/');
  cleanup();
  await show(true);
  press('Watch again');
  expect(replay).toHaveBeenCalledTimes(2);
});

test('the next lesson has its picture, and goes without one that can’t be loaded', async () => {
  await show(true);
  const picture = document.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('/media/eye/card.jpg');
  if (picture) fireEvent.error(picture);
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByRole('region', { name: /The eye/ })).toBeDefined();
});

test('after two hours without a touch it asks before it goes on, and goes on when answered', async () => {
  watchTouches();
  await act(() => vi.advanceTimersByTimeAsync(2 * 3_600_000));
  await show(true);
  expect(screen.getByRole('region', { name: 'Still watching?' })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(navigate).not.toHaveBeenCalled();
  press('Keep watching');
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/watch/second');
  cleanup();
  fireEvent.keyDown(document.body, { key: 'k' });
  await show(true);
  expect(screen.getByRole('timer')).toBeDefined();
});
