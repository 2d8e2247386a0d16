import { endpoints, type StorageUse, type StoredVideo } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { StoragePage } from './StoragePage.tsx';
import { aStorageUse, GIB } from './testing/a-storage-use.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const video: StoredVideo = {
  videoId: '0199f3c0-0000-7000-8000-000000000001',
  title: 'Light',
  mediaBytes: 7_500_000,
  posterBytes: 500_000,
  durationSeconds: 60,
  deletedAt: null,
  countedAt: '2026-11-01T10:00:00.000Z',
};

function show(use: StorageUse, items: readonly StoredVideo[] = [video]) {
  const call = async (endpoint: unknown) =>
    endpoint === endpoints.storage.use ? use : { items, page: 1, limit: 50, total: items.length };
  render(
    <MemoryRouter at="/admin/storage">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'] })}>
          <StoragePage />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const rowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => [...row.children].map((part) => part.textContent).filter((text) => text !== ''));

test('the list of the disk says what all of it is', async () => {
  show(aStorageUse());
  expect(await rowsOf('Server disk')).toEqual([
    [
      'Other files on this server',
      '148 GiB',
      'Everything else here, such as the operating system, other programs and backups.',
    ],
    ['Free', '20 GiB', '3 GiB more expected from uploads in progress.'],
  ]);
  expect(await rowsOf('Prahari’s own files')).toEqual([
    ['Media', '8 videos', '30 GiB'],
    ['Posters and previews', '8 videos', '2 GiB'],
    ['Uploads', '0 files', '0 bytes'],
  ]);
  const name = 'Server disk: 180 GiB of 200 GiB used';
  expect(screen.getByRole('img', { name }).children).toHaveLength(3);
  expect(screen.getByText('Prahari’s own files').parentElement?.textContent).toContain('32 GiB');
  expect(screen.getByText('Enough space')).toBeDefined();
});

test('a quota is named once some of it is used, and limits as they were set', async () => {
  const use = aStorageUse();
  show(use);
  expect(await screen.findByText('500 GiB')).toBeDefined();
  expect(screen.queryByText(/You are using/)).toBeNull();
  cleanup();
  const kinds = use.kinds.map((kind) =>
    kind.kind === 'uploads' ? { ...kind, quota: { bytes: 5 * GIB, usedBytes: 2 * GIB } } : kind,
  );
  show({ ...use, kinds });
  expect(await screen.findByText('You are using 2 GiB of your 5 GiB.')).toBeDefined();
});

test('what lies in object storage is listed apart from the disk', async () => {
  show(aStorageUse({ driver: 's3' }));
  const disk = await rowsOf('Processing disk');
  expect(disk.map(([name]) => name)).toEqual(['Files on this disk', 'Free']);
  const elsewhere = await rowsOf('Object storage');
  expect(elsewhere).toContainEqual(['Media', '8 videos', '30 GiB']);
  expect(screen.queryByText('Other files on this server')).toBeNull();
});

test('a bar behind each total compares it with the largest', async () => {
  show(aStorageUse(), [video, { ...video, videoId: 'b', title: 'Waves', mediaBytes: 1_500_000 }]);
  const table = await screen.findByRole('table', { name: 'Space by video' });
  expect(await within(table).findByText('Waves')).toBeDefined();
  const bars = [...table.querySelectorAll<HTMLElement>('[aria-hidden="true"] > span')];
  expect(bars.map(({ style }) => style.width)).toEqual(['100%', '25%']);
});

test('the tools of the table stand in the line of its heading', async () => {
  show(aStorageUse());
  const heading = await screen.findByRole('heading', { name: 'Space by video' });
  const line = heading.parentElement?.parentElement;
  expect(line?.contains(screen.getByRole('button', { name: 'Columns' }))).toBe(true);
});
