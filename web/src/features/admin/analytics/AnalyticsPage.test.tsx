import {
  type AnalyticsOverview,
  ApiError,
  endpoints,
  type ReportedVideo,
  type SignInAnalytics,
} from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { browserStorage } from '../../../shared/storage/browser-storage.ts';
import { AnalyticsPage } from './AnalyticsPage.tsx';

const { analytics: calls } = endpoints;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
beforeEach(() => browserStorage.removeItem('prahari.analytics.auto-refresh'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const at = '2026-11-20T10:00:00.000Z';
const days = Array.from({ length: 14 }, (_, day) => `2026-11-${10 + day}T18:30:00.000Z`);
const overview: AnalyticsOverview = {
  timeRange: '24h',
  metrics: {
    totalUsers: 1200,
    activeUsers: 300,
    totalUploads: 12,
    successfulUploads: 8,
    failedUploads: 2,
    averageSessionDuration: 42.4,
    systemUptime: 99.93,
    totalTeams: 4,
  },
  changes: {
    totalUsers: 200,
    activeUsers: -60,
    totalUploads: 0,
    successfulUploads: 8,
    failedUploads: 2,
    averageSessionDuration: null,
    systemUptime: -0.05,
    totalTeams: null,
  },
  uptime: { since: at, downMinutes: 1 },
  lastUpdated: at,
  countedUpTo: at,
  timeZone: 'Asia/Kolkata',
  stepLength: 'day',
  chartData: {
    watching: days.map((timestamp) => ({ timestamp, starts: 100, watchSeconds: 3600 })),
    userGrowth: days.map((timestamp, value) => ({ timestamp, value })),
    uploadActivity: days.map((timestamp) => ({ timestamp, value: 0 })),
    geographicDistribution: ['Pune', 'Nashik', 'Thane', 'Satara', 'Nagpur', '', 'Latur'].map(
      (label, number) => ({ label, value: 70 - number }),
    ),
  },
  realTimeEvents: Array.from({ length: 12 }, (_, number) => ({
    id: `0199f3c0-0000-7000-8000-0000000000${10 + number}`,
    type: number === 0 ? 'sign-in.refused' : 'thing.new',
    message: number === 0 ? 'Sign-in refused' : `Thing new ${number}`,
    severity: 'low',
    timestamp: at,
  })),
};
const signIns: SignInAnalytics = {
  timeRange: '24h',
  from: at,
  to: at,
  timeZone: 'Asia/Kolkata',
  stepLength: 'hour',
  successes: 90,
  failures: 10,
  failuresByReason: [
    { reason: 'password', count: 8 },
    { reason: 'limit', count: 2 },
  ],
  newDevices: 7,
  points: [{ timestamp: at, successes: 90, failures: 10 }],
  hoursFrom: at,
  hours: Array.from({ length: 24 }, (_, hour) => {
    return { hour, successes: hour === 18 ? 60 : 1, failures: 0 };
  }),
  duration: { measured: 95, slow: 3, critical: 1, p50Ms: 300, p95Ms: 2400 },
  lastUpdated: at,
  countedUpTo: null,
};
const failed = new ApiError({
  status: 503,
  type: 'InternalError',
  code: 'INTERNAL_SERVER_ERROR',
  message: 'x',
  correlationId: 'c-1',
  details: {},
});

type Answer = (endpoint: unknown, input: unknown) => unknown;
const answerWell: Answer = (endpoint) => (endpoint === calls.signIns ? signIns : overview);

function show(
  answer: Answer = answerWell,
  path = '/admin/analytics',
  session = createFakeSession(),
) {
  const asked: { endpoint: unknown; input: unknown }[] = [];
  const call = async (endpoint: unknown, input: unknown) => {
    asked.push({ endpoint, input });
    const given = answer(endpoint, input);
    if (given instanceof ApiError) throw given;
    return given;
  };
  render(
    <MemoryRouter at={path}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'], session })}>
          <AnalyticsPage />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
}

const tile = async (name: string) =>
  (await screen.findByText(name, { selector: 'dl:not(details dl) > div > dt' })).parentElement
    ?.textContent;

test('shows each figure with its change, and dashes for what is not known', async () => {
  const asked = show();
  expect(await tile('Total users')).toContain('1,200');
  expect(await tile('Total users')).toContain('+200 vs previous 24 hours');
  expect(await tile('Active users')).toContain('−60 vs previous 24 hours');
  expect(await tile('Uploads in this period')).toContain('No change vs previous 24 hours');
  expect(await tile('Successful')).toMatch(/8\+8 vs/);
  expect(await tile('Average session')).toMatch(/42 min$/);
  expect(await tile('System uptime')).toContain('99.93%−0.05 points vs previous 24 hours');
  expect(await tile('Other')).toContain('2');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('80%');
  expect(asked).toEqual([{ endpoint: calls.overview, input: { query: { timeRange: '24h' } } }]);
});

test('begins with what was watched, and how often lessons were played', async () => {
  show();
  expect(await tile('Watch time')).toBe('Watch time14 h 0 min1,400 starts');
  const [first] = await screen.findAllByRole('figure');
  expect(first?.getAttribute('aria-label')).toBe('Watch time (minutes)');
});

test('says below how each figure is counted', async () => {
  show();
  const name = await screen.findByText('System uptime', { selector: 'details dt' });
  expect(name.nextElementSibling?.textContent).toMatch(/^Minutes in which/);
});

test('says for how long the server was away, and since when that is measured', async () => {
  const { metrics, changes } = overview;
  show(() => ({
    ...overview,
    metrics: { ...metrics, systemUptime: 36.09, averageSessionDuration: null },
    changes: { ...changes, systemUptime: null },
    uptime: { since: at, downMinutes: 46 },
  }));
  const said = await tile('System uptime');
  expect(said).toContain('36.09%Down for 46 minutes');
  expect(said).toMatch(/Measured since 20 Nov/);
  expect(await tile('Average session')).toBe('Average session–No finished session in this period');
  cleanup();
  show();
  expect(await tile('System uptime')).not.toContain('Down');
});

test('says in the header how fresh the figures in sight are', async () => {
  show(answerWell, '/admin/analytics?tab=sign-ins');
  await tile('Successful sign-ins');
  const header = within(screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement);
  expect(header.getByText('No data yet')).toBeDefined();
});

test('shows the whole range in at most 7 points, the first 6 places and the first 10 events', async () => {
  show();
  const figure = await screen.findByRole('figure', { name: 'User Growth Trend' });
  fireEvent.click(within(figure).getByRole('button', { name: 'Show as table' }));
  expect(within(figure).getAllByRole('row')).toHaveLength(1 + 7);
  expect(screen.getAllByText('The last 14 days, every 2 days')).toHaveLength(2);
  // Days are those of the reports, wherever the reader is.
  expect(within(figure).getAllByRole('row').at(-1)?.textContent).toMatch(/23 November 2026.*25/);
  const places = screen.getByRole('figure', { name: 'Geographic Distribution' });
  fireEvent.click(within(places).getByRole('button', { name: 'Show as table' }));
  const rows = within(places).getAllByRole('row');
  expect(rows).toHaveLength(1 + 6);
  expect(rows.at(-1)?.textContent).toBe('No district65');
  expect(screen.getByText('Nothing was uploaded in this period.')).toBeDefined();
  const events = screen.getByRole('table', { name: 'Recent System Events' });
  expect(within(events).getAllByRole('row')).toHaveLength(1 + 10);
  expect(within(events).getByText('Thing new 9')).toBeDefined();
});

test('refreshes itself every 30 s, unless that is switched off, and by the button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked = show();
  await tile('Total users');
  await vi.advanceTimersByTimeAsync(30_500);
  expect(asked).toHaveLength(2);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Auto-refresh (30s)' }));
  await vi.advanceTimersByTimeAsync(90_000);
  expect(asked).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(3);
  cleanup();
  show();
  const isOn = screen.getByRole('checkbox', { name: 'Auto-refresh (30s)' });
  expect((isOn as HTMLInputElement).checked).toBe(false);
});

test('asks for the range that is chosen, and only for the tab in sight', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked = show(answerWell, '/admin/analytics?range=7d&tab=sign-ins');
  expect(await tile('Successful sign-ins')).toContain('9090% of all attempts');
  expect(await tile('Slow sign-ins')).toContain('31 over 10 s; 95% took 2.4\u00a0s or less');
  expect(screen.getByText('Busiest from 18:00 to 19:00 (Asia/Kolkata)')).toBeDefined();
  const reasons = screen.getByRole('table', { name: 'Failed sign-ins by reason' });
  expect(within(reasons).getAllByRole('row').at(1)?.textContent).toBe('Wrong password880%');
  fireEvent.click(screen.getByRole('button', { name: '30 days' }));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(new Set(asked.map(({ endpoint }) => endpoint))).toEqual(new Set([calls.signIns]));
  expect(asked.at(-1)?.input).toEqual({ query: { timeRange: '30d' } });
});

test('says what failed and tries again', async () => {
  let isAway = true;
  show((...given) => (isAway ? failed : answerWell(...given)));
  expect(await screen.findByText('Error Loading Analytics Dashboard')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('Failed to load analytics data');
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await tile('Total users')).toContain('1,200');
  // Older figures stay while the server does not answer.
  isAway = true;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/^These figures are not current/)).toBeDefined();
  expect(await tile('Total users')).toContain('1,200');
});

test('says that there is nothing', async () => {
  const { metrics } = overview;
  show(() => ({
    ...overview,
    metrics: { ...metrics, totalUsers: 0, totalUploads: 0 },
    realTimeEvents: [],
  }));
  expect(await screen.findByText('No Analytics Data Available')).toBeDefined();
});

const reported: ReportedVideo = {
  id: '01900000-0000-7000-8000-000000000001',
  title: 'Refraction of light',
  category: 'Physics',
  durationSeconds: 600,
  starts: 1200,
  viewers: 300,
  watchSeconds: 7_200,
  completed: 60,
  completionRatio: 0.2,
  attempts: 1250,
  rebufferRatio: 0.012,
  failureRatio: 0.03,
  exitRatio: null,
};

test('lists videos by what is asked for, each with a way to its report', async () => {
  const page = { items: [reported], total: 60, page: 1, limit: 25 };
  const asked = show(
    (endpoint, input) =>
      endpoint === endpoints.playbackReports.videos ? page : answerWell(endpoint, input),
    '/admin/analytics?range=7d&tab=videos&page=2',
    createFakeSession({ ...learnerLogin, userType: 'ADMIN', permissions: ['videos.write'] }),
  );
  const table = await screen.findByRole('table', { name: 'Videos' });
  const row = await within(table).findByRole('row', { name: /Refraction of light/ });
  expect(row.textContent).toContain('1,2003002 h 0 min20%1.2%3%–');
  const link = within(row).getByRole('link', { name: 'Refraction of light' });
  expect(link.getAttribute('href')).toBe(`/admin/videos/${reported.id}?tab=analytics&range=7d`);
  fireEvent.click(within(table).getByRole('button', { name: /Viewers/ }));
  const query = { timeRange: '7d', page: 1, limit: 25, sortBy: 'viewers', sortOrder: 'asc' };
  await expect.poll(() => asked.at(-1)?.input).toEqual({ query });
  // Another range has other pages.
  fireEvent.click(screen.getByRole('button', { name: '30 days' }));
  await expect.poll(() => asked.at(-1)?.input).toEqual({ query: { ...query, timeRange: '30d' } });
});

test('says that no sign-in was measured, in place of a dash', async () => {
  const none = { slow: 0, critical: 0, measured: 0, p50Ms: null, p95Ms: null };
  show(() => ({ ...signIns, duration: none }), '/admin/analytics?tab=sign-ins');
  expect(await screen.findByText('No sign-ins in this period')).toBeDefined();
});
