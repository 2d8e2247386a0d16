import type { DiskWait, ManagedVideo } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { managedVideo } from '../../../domain/videos/testing/managed-video.ts';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, setLanguage, startI18n } from '../../../shared/i18n/i18n.ts';
import { PosterCard } from './PosterCard.tsx';
import { ProtectionTab } from './ProtectionTab.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(async () => {
  cleanup();
  await setLanguage('en');
});

/** The cards of a video whose poster and keys are being made. */
function standings(diskWait: DiskWait | null): string[] {
  const video: ManagedVideo = {
    ...managedVideo,
    posterChoice: { state: 'waiting', diskWait },
    keyRenewal: { state: 'waiting', at: '2026-11-01T00:00:00.000Z', diskWait },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({})}>
        <PosterCard video={video} />
        <ProtectionTab video={video} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return screen.getAllByRole('status').map(({ textContent }) => textContent ?? '');
}

test('a poster and a renewal of keys say how much room they wait for, in both languages', async () => {
  const wait = { disk: 'files', missingBytes: 67_108_864 } as const;
  for (const said of standings(wait)) {
    expect(said).toBe(
      'Waiting for disk space: 67.1 MB missing. Free some space; processing will resume automatically.',
    );
  }
  cleanup();
  await setLanguage('hi');
  for (const said of standings(wait)) {
    expect(said).toContain('डिस्क में जगह की प्रतीक्षा: 67.1 MB कम है।');
  }
});

test('while they wait for no disk they are being made', () => {
  const [poster, keys] = standings(null);
  expect(poster).toBe('The new poster is being made…');
  expect(keys).toBe('The video is being encrypted again…');
});
