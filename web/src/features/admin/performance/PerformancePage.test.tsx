import { ApiError, endpoints, type PerformanceOverview } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { PerformancePage } from './PerformancePage.tsx';
import { SystemHealthPage } from './SystemHealthPage.tsx';

const { performance: calls } = endpoints;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const at = '2026-11-20T10:00:00.000Z';
const figures = { count: 90, perSecond: 1.5, errorRatio: 0, p50Ms: 12, p95Ms: 180, p99Ms: 1500 };
const overview: PerformanceOverview = {
  timeRange: '1h',
  from: at,
  to: at,
  measuredAt: at,
  calls: { ...figures, errorRatio: 0.0125 },
  segments: { ...figures, bytes: 9_000_000, sentBy: 'prahari' },
  signIns: { ...figures, slow: 2, critical: 1 },
  processes: [],
  queue: [{ kind: 'process-video', ready: 3, deferred: 0, active: 1 }],
  transcoder: { active: 1, waiting: 3 },
  routes: [
    { ...figures, route: 'GET /slow', limited: 0 },
    { ...figures, route: 'GET /quick', limited: 4, p95Ms: 9 },
  ],
};
const point = {
  at,
  callsPerSecond: 1.5,
  errorRatio: 0,
  p50Ms: 12,
  p95Ms: 180,
  p99Ms: 1500,
  loopDelayP99Ms: 20,
  memoryBytes: 2e8,
  cpuShare: 0.2,
  poolBusy: 2,
  poolWaiting: 0,
  jobsReady: 3,
  jobsActive: 1,
  segmentsPerSecond: 4,
  segmentBytesPerSecond: 1e6,
  segmentP95Ms: 4,
  signIns: 2,
  signInP95Ms: 90,
};
const failed = new ApiError({
  status: 503,
  type: 'InternalError',
  code: 'INTERNAL_SERVER_ERROR',
  message: 'x',
  correlationId: 'c-1',
  details: {},
});

function show(page: React.ReactNode, answer: (endpoint: unknown, input: unknown) => unknown) {
  const call = async (endpoint: unknown, input: unknown) => {
    const given = answer(endpoint, input);
    if (given instanceof ApiError) throw given;
    return given;
  };
  render(
    <MemoryRouter at="/admin/performance">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'] })}>
          {page}
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

function answerWell(endpoint: unknown) {
  if (endpoint === calls.overview) return overview;
  if (endpoint === calls.metrics) return { timeRange: '1h', stepSeconds: 60, points: [point] };
  return { items: [] };
}

test('shows the figures with units, and what slow sign-ins are', async () => {
  show(<PerformancePage />, answerWell);
  const tile = async (name: string) =>
    (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent;
  expect(await tile('Response time (95 %)')).toContain('180 ms');
  expect(await tile('Server errors')).toContain('1.25%');
  expect(await tile('Segments')).toContain('150 kB/s');
  expect(await tile('Sign-in (95 %)')).toContain('2 slow (over 3 s), 1 critical (over 10 s)');
  expect(screen.getByText('No load test has been stored')).toBeDefined();
});

test('lists routes with the slowest first, and sorts them', async () => {
  show(<PerformancePage />, answerWell);
  const table = await screen.findByRole('table', { name: 'Calls by route' });
  const first = () => within(table).getAllByRole('row')[1]?.textContent;
  expect(first()).toContain('GET /slow');
  fireEvent.click(within(table).getByRole('button', { name: /95 %/ }));
  expect(first()).toContain('GET /quick');
});

test('asks for an hour at first, and for what is chosen', async () => {
  const asked: unknown[] = [];
  show(<PerformancePage />, (endpoint, input) => {
    if (endpoint === calls.overview) asked.push(input);
    return answerWell(endpoint);
  });
  await screen.findByText('Response time (95 %)', { selector: 'dt' });
  fireEvent.click(screen.getByRole('button', { name: '7 days' }));
  await expect.poll(() => asked).toContainEqual({ query: { timeRange: '7d' } });
  expect(asked[0]).toEqual({ query: { timeRange: '1h' } });
});

test('asks again as often as its mode says', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let asked = 0;
  show(<PerformancePage />, (endpoint) => {
    if (endpoint === calls.overview) asked += 1;
    return answerWell(endpoint);
  });
  await screen.findByText('Response time (95 %)', { selector: 'dt' });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked).toBe(2);
  const mode = screen.getByRole('combobox', { name: 'Refresh' });
  fireEvent.change(mode, { target: { value: 'realtime' } });
  await vi.advanceTimersByTimeAsync(10_500);
  expect(asked).toBe(4);
});

test('says what failed and tries again; and that nothing was measured yet', async () => {
  let isAway = true;
  const empty = { ...point, callsPerSecond: null };
  show(<PerformancePage />, (endpoint) => {
    if (isAway) return failed;
    if (endpoint === calls.metrics) return { timeRange: '1h', stepSeconds: 60, points: [empty] };
    return answerWell(endpoint);
  });
  expect(await screen.findByText('Failed to load performance data')).toBeDefined();
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing was measured in this time')).toBeDefined();
});

test('the health of the system names cause and remedy of what needs attention', async () => {
  const part = (name: string, status: string, message: string | null) => {
    return { name, status, message, durationMs: 2 };
  };
  show(<SystemHealthPage />, () => ({
    status: 'degraded',
    at,
    version: '1.2.3',
    uptimeSeconds: 7200,
    components: [part('database', 'ok', null), part('disk', 'degraded', 'only 9 MB are free')],
    processes: [],
  }));
  expect(await screen.findByText('Something needs your attention')).toBeDefined();
  expect(screen.getByText('only 9 MB are free')).toBeDefined();
  expect(screen.getByText(/^Make room/)).toBeDefined();
  expect(screen.queryByText(/^Check that PostgreSQL/)).toBeNull();
});
