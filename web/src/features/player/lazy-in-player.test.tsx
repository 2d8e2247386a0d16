import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { browserConnection } from '../../shared/connection/browser-connection.ts';
import { lazyInPlayer } from './lazy-in-player.ts';

const gone = new Error('Failed to fetch dynamically imported module');

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(load: () => Promise<() => React.ReactNode>) {
  const Part = lazyInPlayer(load);
  render(
    <Suspense fallback="Loading">
      <p>
        Beside <Part />
      </p>
    </Suspense>,
  );
}

test('a part that is wanted without a connection appears when that is back', async () => {
  let comeBack: () => void = () => undefined;
  vi.spyOn(browserConnection, 'check').mockResolvedValue(false);
  vi.spyOn(browserConnection, 'whenUp').mockReturnValue(
    new Promise<void>((resolve) => (comeBack = resolve)),
  );
  const load = vi
    .fn<() => Promise<() => React.ReactNode>>()
    .mockRejectedValueOnce(gone)
    .mockResolvedValue(() => 'notes');
  show(load);
  await vi.waitFor(() => expect(browserConnection.whenUp).toHaveBeenCalled(), 20_000);
  expect(screen.getByText('Loading')).toBeDefined();
  comeBack();
  expect(await screen.findByText('Beside notes', undefined, { timeout: 20_000 })).toBeDefined();
});

test('the rest shows without a part that is not there', async () => {
  vi.spyOn(browserConnection, 'check').mockResolvedValue(true);
  show(() => Promise.reject(gone));
  expect(await screen.findByText('Beside', undefined, { timeout: 20_000 })).toBeDefined();
});
