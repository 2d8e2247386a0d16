import type { StorageUse } from '@prahari/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { RoomCard } from './RoomCard.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const use: StorageUse = {
  level: 'ok',
  driver: 'disk',
  disk: { totalBytes: 200e9, freeBytes: 50e9, awaitedBytes: 0, level: 'ok' },
  kinds: [
    { kind: 'uploads', bytes: 0, count: 0, quota: { bytes: 1024 ** 4, usedBytes: 0 }, level: 'ok' },
    { kind: 'media', bytes: 40e9, count: 8, quota: null, level: 'ok' },
    { kind: 'posters', bytes: 10e9, count: 8, quota: null, level: 'ok' },
  ],
  deleted: { bytes: 0, count: 0 },
  uncounted: 0,
  countedSince: null,
  limits: {
    uploadMaxBytes: 50 * 1024 ** 3,
    uploadQuotaBytes: 500 * 1024 ** 3,
    mediaQuotaBytes: null,
    diskReserveBytes: 1024 ** 3,
    uploadLifetimeHours: 168,
    deleteGraceHours: 168,
  },
};
const rows = () => screen.getAllByRole('term').map((term) => term.parentElement?.textContent);

test('what takes the disk adds up to all that is used, and the bar shows each share', () => {
  const { container } = render(<RoomCard use={use} />);
  expect(rows()).toEqual([
    'Uploads0 bytes in 0 files',
    'Media40 GB in 8 videos',
    'Posters and previews10 GB in 8 videos',
    'Other files on this server100 GB',
    'Free50 GB',
  ]);
  const shares = [...container.querySelectorAll<HTMLElement>('[aria-hidden] > [style]')];
  expect(shares.map(({ style }) => style.flexBasis)).toEqual(['0%', '20%', '5%', '50%']);
});

test('a quota is named once it is used, in the unit in which it was set', () => {
  const [uploads, ...others] = use.kinds;
  const quota = { bytes: 500 * 1024 ** 3, usedBytes: 490e9 };
  const used = { ...uploads!, bytes: 490e9, count: 1, quota, level: 'warning' } as const;
  render(<RoomCard use={{ ...use, kinds: [used, ...others] }} />);
  expect(screen.getByText('Running low: You are using 490 GB of your 500 GiB.')).toBeDefined();
});

test('media in object storage takes nothing of the disk', () => {
  render(<RoomCard use={{ ...use, driver: 's3' }} />);
  expect(rows()).toEqual([
    'Uploads0 bytes in 0 files',
    'Other files on this server150 GB',
    'Free50 GB',
    'Media40 GB in 8 videos',
    'Posters and previews10 GB in 8 videos',
  ]);
});
