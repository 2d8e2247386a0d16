import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { type HistoryPage, LoginHistory } from './LoginHistory.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('account');
});
afterEach(cleanup);

const signedIn: HistoryPage['items'][number] = {
  id: 'e',
  at: '2031-01-31T10:00:00.000Z',
  kind: 'signed-in',
  cause: null,
  deviceId: null,
  device: null,
  address: '127.0.0.1',
};

function show(total: number) {
  showItems(
    Array.from({ length: Math.min(total, 10) }, (_, n) => ({ ...signedIn, id: `${n}` })),
    total,
  );
}

function showItems(items: HistoryPage['items'], total = items.length) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LoginHistory queryKey={['h']} load={async () => ({ items, total, page: 1, limit: 10 })} />
    </QueryClientProvider>,
  );
}

test('a history that one page holds has nothing to turn', async () => {
  show(10);
  expect(await screen.findAllByText('Signed in')).toHaveLength(10);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('a longer one has', async () => {
  show(11);
  expect(await screen.findByText('Page 1 of 2')).toBeTruthy();
});

test('a sign-in that bound its device is one row; a binding without one has its own', async () => {
  const bound = { ...signedIn, kind: 'device-bound' } as const;
  showItems([
    { ...signedIn, id: 'a', deviceId: 'laptop' },
    { ...bound, id: 'b', deviceId: 'laptop', at: '2031-01-31T09:59:58.000Z' },
    { ...signedIn, id: 'c', deviceId: 'desk' },
    { ...bound, id: 'd', deviceId: 'desk', at: '2031-01-30T09:59:58.000Z' },
  ]);
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('New device');
  expect(rows[1]).not.toContain('New device');
  expect(rows[2]).not.toContain('Signed in');
});
