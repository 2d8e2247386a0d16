import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { RouterContext } from '../../../shared/routing/use-address.ts';
import { UpNext } from './UpNext.tsx';

beforeAll(async () => {
  await Promise.all([startI18n(), loadTexts('lesson')]);
});
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const address = { pathname: '/watch/first', search: '', hash: '' };
const navigate = vi.fn();

async function show(autoplay: boolean) {
  const video = { id: 'second', title: 'The eye', durationSeconds: 8 };
  const api = createFakeApi({ call: async () => ({ video }) as never });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <RouterContext value={{ address, navigate }}>
          <UpNext videoId="first" ended autoplay={autoplay} />
        </RouterContext>
      </ApiProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: 'Play now' });
}

test('with autoplay off, the next lesson starts only at a click', async () => {
  await show(false);
  expect(screen.queryByRole('timer')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(navigate).not.toHaveBeenCalled();
  cleanup();
  await show(true);
  expect(screen.getByRole('timer').textContent).toBe('Starts in 8 s');
});
