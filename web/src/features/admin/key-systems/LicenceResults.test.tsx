import { type DrmOverview, endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { LicenceResults } from './LicenceResults.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const failure = {
  at: '2026-11-01T10:00:00.000Z',
  system: 'widevine',
  userId: null,
  reason: 'licence_service_unavailable',
  fault: 'timeout',
  detail: '',
} as const;
const overview: DrmOverview = {
  since: failure.at,
  results: [],
  failures: [1, 2].map((n) => ({ ...failure, id: `0199f3c0-0000-7000-8000-00000000000${n}` })),
};

function answer(persistence: object): Api['call'] {
  return async (endpoint) =>
    ((endpoint as unknown) === endpoints.drmAdmin.overview ? overview : persistence) as never;
}

function show(call: Api['call']): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call })}>
        <LicenceResults />
      </ApiProvider>
    </QueryClientProvider>,
  );
}

const report = {
  since: failure.at,
  requests: 7,
  networkCalls: 5,
  cacheHitRate: null,
  videosWorking: 0,
  videosTried: 0,
  byType: [
    { eventType: 'license_persisted', count: 3 },
    { eventType: 'license_request', count: 7 },
  ],
  byStatus: [],
  recommendation: null,
};

test('two failures at the same time, of learners out of scope, are two rows', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show(answer(report));
  expect(await screen.findAllByText('The service didn’t respond in time.')).toHaveLength(2);
  expect(complaints).not.toHaveBeenCalled();
});

test('the licences that browsers kept are counted, and no share where nothing was looked up', async () => {
  show(answer(report));
  expect(await screen.findByRole('row', { name: 'Licences kept 3' })).toBeTruthy();
  expect(screen.getByRole('row', { name: 'Found in the browser –' })).toBeTruthy();
});

test('while they load, each card is there already, so that nothing moves', () => {
  const call: Api['call'] = () => new Promise(() => undefined);
  show(call);
  const names = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
  expect(names).toEqual([
    'Licence requests',
    'Recent licence service errors',
    'Licences kept by browsers',
  ]);
});
