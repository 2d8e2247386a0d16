import { endpoints, type VideoReport } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { AnalyticsTab } from './AnalyticsTab.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const at = '2026-11-20T10:00:00.000Z';
const id = '0199f3c0-0000-7000-8000-000000000001';
const quality = {
  attempts: 12,
  starts: 10,
  startP50Ms: 900,
  startP95Ms: 4200,
  startParts: { answer: 310.4, manifest: 40, licence: 190, segments: 460, picture: 39.6 },
  rebufferRatio: 0,
  failures: 0,
  failureRatio: 0,
  exitsBeforeStart: 2,
  exitRatio: 1 / 6,
  meanKbps: null,
  droppedRatio: 0.004,
  watchSeconds: 5400,
};
const report: VideoReport = {
  timeRange: '30d',
  from: at,
  timeZone: 'Asia/Kolkata',
  stepLength: 'day',
  lastUpdated: at,
  countedUpTo: at,
  video: { id, title: 'Optics', durationSeconds: 1000 },
  watching: { starts: 10, viewers: 4, watchSeconds: 5400, completed: 1, completionRatio: 0.25 },
  quality,
  points: [{ timestamp: at, starts: 10, watchSeconds: 5400 }],
  retention: {
    from: at,
    starts: 10,
    parts: Array.from({ length: 50 }, (_, part) => ({
      fromSeconds: part * 20,
      views: part < 25 ? 10 : 4,
      share: part < 25 ? 1 : 0.4,
    })),
    replays: [],
    dropOffs: [{ part: 25, change: -0.6 }],
  },
  districts: [{ name: '', ...quality }],
  kendraTypes: [{ name: 'urban', ...quality }],
};

function show(given: VideoReport) {
  const asked: unknown[] = [];
  const call = async (endpoint: unknown, input: unknown) => {
    expect(endpoint).toBe(endpoints.playbackReports.video);
    asked.push(input);
    return given;
  };
  render(
    <MemoryRouter at={`/admin/videos/${id}?tab=analytics`}>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'] })}>
          <AnalyticsTab videoId={id} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
}

test('shows who watched, where they leave, and from where they are', async () => {
  const asked = show(report);
  const figure = await screen.findByRole('figure', { name: 'Audience retention' });
  expect(within(figure).getByRole('slider').getAttribute('aria-valuetext')).toBe(
    '16:20 to 16:40, Share of starts: 40%',
  );
  expect(screen.getByText('60% of plays stop at 8:20')).toBeDefined();
  expect(screen.getAllByText('1 h 30 min').length).toBeGreaterThan(0);
  expect(screen.getByText('1 learner completed it')).toBeDefined();
  expect(
    within(screen.getByRole('table', { name: 'Districts' })).getByText('Unknown'),
  ).toBeDefined();
  expect(asked).toEqual([{ params: { id }, query: { timeRange: '30d' } }]);
});

test('says that nobody opened it, and that no part of it was watched', async () => {
  const unseen = { ...report.watching, watchSeconds: 0 };
  show({ ...report, quality: { ...quality, attempts: 0 }, watching: unseen, retention: null });
  expect(await screen.findByText('Nothing was watched in this period')).toBeDefined();
  cleanup();
  show({ ...report, watching: unseen, retention: null });
  expect(await screen.findByText('No part of it was watched in this period')).toBeDefined();
});
