import { ApiError, endpoints, type QualityReport } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { QualityPage } from './QualityPage.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const at = '2026-11-20T10:00:00.000Z';
const quality = {
  attempts: 300,
  starts: 280,
  startP50Ms: 900,
  startP95Ms: 4200,
  startParts: { answer: 310.4, manifest: 40, licence: 190, segments: 460, picture: 39.6 },
  rebufferRatio: 0.012,
  failures: 9,
  failureRatio: 0.03,
  exitsBeforeStart: 11,
  exitRatio: 11 / 300,
  meanKbps: 1240,
  droppedRatio: 0.004,
  watchSeconds: 9000,
};
const report: QualityReport = {
  timeRange: '24h',
  from: at,
  timeZone: 'Asia/Kolkata',
  stepLength: 'hour',
  lastUpdated: at,
  countedUpTo: at,
  all: quality,
  points: [{ timestamp: at, ...quality }],
  by: 'system',
  groupsFrom: at,
  leastAttempts: 20,
  groups: [
    { name: 'Android', ...quality, timesWorse: 2.4 },
    { name: 'Windows', ...quality, timesWorse: 0.7 },
    { name: '', ...quality, attempts: 2, timesWorse: null },
  ],
};
const failed = new ApiError({
  status: 503,
  type: 'InternalError',
  code: 'INTERNAL_SERVER_ERROR',
  message: 'x',
  correlationId: 'c-1',
  details: {},
});

function show(answer: (input: unknown) => unknown) {
  const call = async (endpoint: unknown, input: unknown) => {
    if (endpoint !== endpoints.playbackReports.quality) throw new Error('not asked for here');
    const given = answer(input);
    if (given instanceof ApiError) throw given;
    return given;
  };
  render(
    <MemoryRouter at="/admin/quality">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'] })}>
          <QualityPage />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test('shows figures with units, their definitions, and up to when they count', async () => {
  show(() => report);
  const tile = async (name: string) =>
    (await screen.findByText(name, { selector: '[class*=tile] > dt' })).parentElement?.textContent;
  const fact = (name: string) =>
    screen.getByText(name, { selector: '[class*=facts] dt' }).parentElement?.textContent;
  expect(await tile('Start-up time, 95th percentile')).toContain('4.2 s');
  expect(await tile('Start-up time, 95th percentile')).toContain('Median 900 ms, 280 plays');
  expect(await tile('Rebuffering')).toContain('1.2%In 280 plays');
  expect(await tile('Failures')).toContain('3%9 of 300 opened');
  expect(screen.getByText('Opened: 300', { exact: false })).toBeDefined();
  expect(screen.getByText(/300 lessons were opened: 280 began to play/)).toBeDefined();
  expect(fact('Mean bitrate')).toContain('1.2 Mbit/s');
  expect(fact('Dropped frames')).toContain('0.4%');
  expect(fact('Longest part of start-up')).toContain('460 ms Segments · 44%');
  expect(screen.getByText('Start: licence: 190 ms · 18% of start-up')).toBeDefined();
  expect(screen.getByText('Start: server: 310 ms · 30% of start-up')).toBeDefined();
  expect(screen.getByText(/^Playbacks that failed/)).toBeDefined();
  expect(screen.getByText(/^Frames that the device/)).toBeDefined();
  const parts = screen.getByRole('figure', { name: 'Where start-up time goes' });
  expect(within(parts).getByRole('slider').getAttribute('aria-valuetext')).toContain(
    'Segments: 460 ms, First frame: 40 ms',
  );
  // Parts of a whole stand on one another, from one place along the axis.
  const boxes = [...parts.querySelectorAll('g > path[class*=bar]')];
  expect(boxes).toHaveLength(5);
  expect(new Set(boxes.map((box) => box.getAttribute('d')?.split(' ')[0])).size).toBe(1);
  const header = within(screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement);
  expect(header.getByText(/^Updated/)).toBeDefined();
});

test('leads with what is wrong: failures by their alert limit, then waiting; and with nothing of what is unknown', async () => {
  const showFailures = (failures: number, failureRatio: number | null) =>
    show(() => ({ ...report, all: { ...quality, failures, failureRatio } }));
  showFailures(59, 59 / 300);
  expect(
    await screen.findByText('Playback is good: 59 of 300 opened lessons failed'),
  ).toBeDefined();
  cleanup();
  showFailures(60, 0.2);
  expect(
    await screen.findByText('Too many plays fail: 60 of 300 opened lessons failed'),
  ).toBeDefined();
  cleanup();
  show(() => ({ ...report, all: { ...quality, failureRatio: 0, rebufferRatio: 0.05 } }));
  expect(
    await screen.findByText('Playback stalls too often: 5% of the time went into loading'),
  ).toBeDefined();
  expect(screen.getByText('Above the target of 5%')).toBeDefined();
  cleanup();
  showFailures(0, null);
  await screen.findByText(/300 lessons were opened/);
  expect(screen.queryByText(/^Playback is good|^Playback stalls|^Too many plays/)).toBeNull();
});

test('says that figures of few plays can change much, and nothing of many', async () => {
  show(() => report);
  await screen.findByRole('table', { name: 'Comparison by group' });
  expect(screen.queryByText(/Only/)).toBeNull();
  cleanup();
  show(() => ({ ...report, all: { ...report.all, attempts: 6 } }));
  expect(await screen.findByText(/Only 6 lessons were opened/)).toBeDefined();
});

test('lists groups with the worst first, and says which are not ranked', async () => {
  show(() => report);
  const table = await screen.findByRole('table', { name: 'Comparison by group' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Android2.4×'),
    expect.stringContaining('Windows0.7×'),
    expect.stringContaining('UnknownNot ranked'),
  ]);
  expect(screen.getByText(/fewer than 20 opened lessons/)).toBeDefined();
});

test('asks for the last day and systems at first, and for what is chosen', async () => {
  const asked: unknown[] = [];
  show((input) => {
    asked.push(input);
    return report;
  });
  await screen.findByRole('table', { name: 'Comparison by group' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Compare by' }), {
    target: { value: 'district' },
  });
  await expect.poll(() => asked).toContainEqual({ query: { timeRange: '24h', by: 'district' } });
  fireEvent.click(screen.getByRole('button', { name: '7 days' }));
  await expect.poll(() => asked).toContainEqual({ query: { timeRange: '7d', by: 'district' } });
  expect(asked[0]).toEqual({ query: { timeRange: '24h', by: 'system' } });
});

test('says what failed and tries again; and that nothing was watched', async () => {
  let isAway = true;
  const nothing = { ...report, all: { ...quality, attempts: 0 }, groups: [], countedUpTo: null };
  show(() => (isAway ? failed : nothing));
  expect(await screen.findByText('Failed to load the report')).toBeDefined();
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing was watched in this period')).toBeDefined();
  expect(screen.getByText('No data yet')).toBeDefined();
});
