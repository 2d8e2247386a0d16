import {
  ApiError,
  endpoints,
  type LoadRun,
  type LoadRunView,
  type PerformanceOverview,
} from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../shared/api/testing/fake-api.ts';
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

function show(
  page: React.ReactNode,
  answer: (endpoint: unknown, input: unknown) => unknown,
  more: Partial<Api> = {},
) {
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
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'], ...more })}>
          {page}
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

function answerWell(endpoint: unknown) {
  if (endpoint === calls.overview) return overview;
  if (endpoint === calls.metrics) return { timeRange: '1h', stepSeconds: 60, points: [point] };
  if (endpoint === calls.loadRun) return { run: null, lesson: null };
  return { items: [] };
}

const tile = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent;

test('shows the figures with units, and what slow sign-ins are', async () => {
  show(<PerformancePage />, answerWell);
  expect(await tile('Response time, 95th percentile')).toContain('180 ms');
  expect(await tile('Server errors')).toContain('1.25%');
  expect(await tile('Video segments')).toContain('150 kB/s');
  expect(await tile('Sign-in, 95th percentile')).toContain(
    '2 slow (over 3 s), 1 critical (over 10 s)',
  );
  expect(screen.getByText('No load test has been stored')).toBeDefined();
  const header = within(screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement);
  expect(header.getByText(/^Updated/)).toBeDefined();
});

test('leads with four figures, then what the server uses, and has its work in one card', async () => {
  show(<PerformancePage />, answerWell);
  const card = (await screen.findByRole('heading', { name: 'Workload' })).closest('section');
  const namesIn = (place: Element | null) =>
    within(place as HTMLElement)
      .getAllByRole('term')
      .map(({ textContent }) => textContent);
  expect(namesIn(screen.getByRole('region', { name: 'What the server uses' }))).toEqual([
    'Event loop delay, 99th percentile',
    'Memory',
    'CPU',
    'Database connections',
  ]);
  expect(namesIn(card)).toEqual([
    'Requests per second',
    'Video segments',
    'Videos being processed',
  ]);
  expect(screen.getAllByRole('term')).toHaveLength(4 + 4 + 3);
});

test('draws the target of what the verdict is given by', async () => {
  show(<PerformancePage />, (endpoint) =>
    endpoint === calls.metrics
      ? { timeRange: '1h', stepSeconds: 60, points: Array.from({ length: 9 }, () => point) }
      : answerWell(endpoint),
  );
  const chart = await screen.findByRole('figure', { name: 'Response time' });
  expect(within(chart).getByText(/^Target 1\ss$/)).toBeDefined();
  expect(within(chart).queryByText(/^Target 3/)).toBeNull();
});

test('says in words which figures are beyond a limit, and nothing of the others', async () => {
  const quick = { ...figures, slow: 0, critical: 0 };
  const given = { ...overview, calls: figures, signIns: quick };
  const showGiven = (more: object, last: object = {}) =>
    show(<PerformancePage />, (endpoint) => {
      if (endpoint === calls.overview) return { ...given, ...more };
      if (endpoint === calls.metrics)
        return { timeRange: '1h', stepSeconds: 60, points: [{ ...point, ...last }] };
      return answerWell(endpoint);
    });
  const none = [{ kind: 'process-video', ready: 3, deferred: 0, active: 0 }];
  // None runs at this moment, but one did in the last step.
  showGiven({ queue: none });
  expect(await tile('Sign-in, 95th percentile')).toMatch(/180 msWithin the target of 3\ss/);
  expect(await tile('Waiting jobs')).toBe('Waiting jobs3No job is stuck0 running');
  expect(await tile('Response time, 95th percentile')).not.toContain('Above');
  expect(await tile('Server errors')).toContain('0%Within the target of 1%');
  expect(screen.getByText('All 4 targets are met.')).toBeDefined();
  cleanup();
  const slow = { ...figures, p95Ms: 1040, errorRatio: 0.0125 };
  const late = { ...quick, slow: 2, p95Ms: 3200 };
  showGiven({ queue: none, calls: slow, signIns: late }, { jobsActive: 0 });
  expect(await tile('Response time, 95th percentile')).toMatch(/1\.04\ssAbove the target of 1\ss/);
  expect(await tile('Server errors')).toContain('1.25%Above the target of 1%');
  expect(await tile('Sign-in, 95th percentile')).toMatch(/3\.2\ss2 slow \(over 3 s\)/);
  const trouble =
    'Requests take too long. Too many requests fail. Some sign-ins take too long. Jobs are waiting and none is running.';
  expect(screen.getByText(trouble)).toBeDefined();
  expect(await tile('Waiting jobs')).toBe('Waiting jobs3No job is running0 running');
  cleanup();
  showGiven({ signIns: { ...quick, slow: 2 } });
  expect(await tile('Sign-in, 95th percentile')).toMatch(/Within the target of 3\ss2 slow \(over/);
  cleanup();
  showGiven({ signIns: { ...quick, count: 0, p95Ms: null } });
  expect(await tile('Sign-in, 95th percentile')).toBe(
    'Sign-in, 95th percentile–No sign-ins in this period',
  );
});

test('begins with what misses its target, and with the chart of it', async () => {
  const signIns = { ...figures, slow: 0, critical: 0 };
  const given = { ...overview, signIns, calls: { ...figures, errorRatio: 0.0635 } };
  show(<PerformancePage />, (endpoint) =>
    endpoint === calls.overview ? given : answerWell(endpoint),
  );
  expect(await screen.findByText('Too many requests fail.')).toBeDefined();
  const [first] = screen.getAllByRole('term');
  expect(first?.parentElement?.textContent).toMatch(/^Server errors6%Above the target of 1%/);
  const charts = within(screen.getByRole('region', { name: 'Over time' }));
  const titles = charts.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(titles.slice(1, 3)).toEqual(['Server errors', 'Response time']);
});

test.each([
  ['24h', 3600, /10:00\s?–\s?11:00/],
  ['30d', 86_400, /^Friday,? 20 November 2026 \(UTC\)$/],
])('names a step of %s by its whole time', async (timeRange, stepSeconds, name) => {
  const points = Array.from({ length: 9 }, (_, step) => ({
    ...point,
    at: new Date(Date.parse(at) + step * stepSeconds * 1000).toISOString(),
  }));
  show(<PerformancePage />, (endpoint) =>
    endpoint === calls.metrics ? { timeRange, stepSeconds, points } : answerWell(endpoint),
  );
  const chart = await screen.findByRole('slider', { name: 'Memory' });
  fireEvent.focus(chart);
  fireEvent.keyDown(chart, { key: 'Home' });
  expect(chart.querySelector('p')?.textContent).toMatch(name);
});

test.each([
  [0.0347, '0.03/s'],
  [0.0017, '0.0017/s'],
  [1234.56, '1,235/s'],
])('writes %d calls a second with the digits that count', async (perSecond, written) => {
  show(<PerformancePage />, (endpoint) =>
    endpoint === calls.overview
      ? { ...overview, calls: { ...overview.calls, perSecond } }
      : answerWell(endpoint),
  );
  const name = await screen.findByText('Requests per second', { selector: 'dt' });
  expect(name.parentElement?.textContent).toContain(`Requests per second${written}`);
});

test('lists routes with the slowest first, and sorts them', async () => {
  show(<PerformancePage />, answerWell);
  const table = await screen.findByRole('table', { name: 'Requests by route' });
  const first = () => within(table).getAllByRole('row')[1]?.textContent;
  expect(first()).toContain('GET /slow');
  fireEvent.click(within(table).getByRole('button', { name: /95th/ }));
  expect(first()).toContain('GET /quick');
});

test('asks for an hour at first, and for what is chosen', async () => {
  const asked: unknown[] = [];
  show(<PerformancePage />, (endpoint, input) => {
    if (endpoint === calls.overview) asked.push(input);
    return answerWell(endpoint);
  });
  await screen.findByText('Response time, 95th percentile', { selector: 'dt' });
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
  await screen.findByText('Response time, 95th percentile', { selector: 'dt' });
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
  expect(await screen.findByText('Nothing was measured in this period')).toBeDefined();
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
    diskFreeRatio: 0.0004,
    components: [part('database', 'ok', null), part('disk', 'degraded', 'only 9 MB are free')],
    processes: [],
  }));
  expect(await screen.findByText('Something needs your attention')).toBeDefined();
  const header = within(screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement);
  expect(header.getByText(/^Updated/)).toBeDefined();
  expect(screen.getByText('only 9 MB are free')).toBeDefined();
  expect(screen.getByText(/^Free up space/)).toBeDefined();
  expect(screen.queryByText(/^Check that PostgreSQL/)).toBeNull();
  // What was found well is said of what is well alone.
  expect(screen.getByText('Connects, reads and writes')).toBeDefined();
  expect(screen.queryByText('At least a tenth of it is free.')).toBeNull();
});

test('of a disk that is well it is said how much is free', async () => {
  const disk = { name: 'disk', status: 'ok', durationMs: 1, message: null };
  const health = { status: 'ok', at, version: '1', uptimeSeconds: 1, components: [disk] };
  show(<SystemHealthPage />, () => ({ ...health, diskFreeRatio: 0.293, processes: [] }));
  expect(await screen.findByText('29% free')).toBeDefined();
});

const run: LoadRun = {
  id: 'run-1',
  state: 'running',
  phase: 'watching',
  phaseSince: at,
  startedAt: at,
  startedBy: 'Meera',
  endedAt: null,
  lesson: 'Refraction of light',
  learners: 30,
  seconds: 60,
  requests: 1200,
  failed: 2,
  failure: null,
  failureText: null,
};

/** A server that starts and cancels load tests, for a super administrator. */
function showLoads(first: LoadRunView) {
  let view = first;
  const asked: unknown[] = [];
  const answer = (endpoint: unknown, input: unknown) => {
    if (endpoint === calls.loadRun) return view;
    if (endpoint === calls.startLoadRun) view = { ...view, run };
    else if (endpoint === calls.cancelLoadRun)
      view = { ...view, run: { ...run, state: 'cancelled', endedAt: at } };
    else return answerWell(endpoint);
    asked.push(input);
    return view.run;
  };
  const session = createFakeSession({ ...learnerLogin, userType: 'SUPER_ADMIN' });
  show(<PerformancePage />, answer, { session });
  return asked;
}

test('a super administrator starts a load test after a question, follows it and cancels it', async () => {
  const asked = showLoads({ run: null, lesson: { id: 'v-1', title: 'Refraction of light' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Start load test' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/^30 virtual learners .* ‘Refraction of light’ for 60 s/)).toBeDefined();
  expect(asked).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Start now' }));
  expect(await screen.findByRole('progressbar', { name: /30 learners watch/ })).toBeDefined();
  expect(screen.getByText(/1,200 requests so far, 2 failed.*Started by Meera/)).toBeDefined();
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start load test' });
  expect(start.disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Cancelled')).toBeDefined();
  expect(asked).toEqual([{ body: {} }, { params: { id: 'run-1' } }]);
  expect(start.disabled).toBe(false);
});

test('says why the last load test failed, and that a lesson is missing', async () => {
  const failure = { failure: 'refused', failureText: 'ApiError: no licence' } as const;
  showLoads({ run: { ...run, state: 'failed', endedAt: at, ...failure }, lesson: null });
  expect(await screen.findByText('Load test failed')).toBeDefined();
  expect(screen.getByText(/The server refused the learners:/)).toBeDefined();
  expect(screen.getByText('ApiError: no licence')).toBeDefined();
  expect(screen.getByText(/publish a video for everyone/)).toBeDefined();
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start load test' });
  expect(start.disabled).toBe(true);
});

test('other administrators see a load test that runs, and neither start nor cancel one', async () => {
  show(<PerformancePage />, (endpoint) =>
    endpoint === calls.loadRun
      ? { run, lesson: { id: 'v-1', title: 'Refraction of light' } }
      : answerWell(endpoint),
  );
  expect(await screen.findByRole('progressbar', { name: /30 learners watch/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Start load test' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});
