import { ApiError, endpoints, type LearnerReport } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../../shared/routing/testing/MemoryRouter.tsx';
import { LearningTab } from './LearningTab.tsx';

const { playbackReports: calls } = endpoints;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const at = '2026-11-20T10:00:00.000Z';
const report: LearnerReport = {
  timeRange: '30d',
  from: at,
  timeZone: 'Asia/Kolkata',
  stepLength: 'day',
  lastUpdated: at,
  countedUpTo: at,
  learner: { id: 'u-1', name: 'Asha' },
  videos: 2,
  opened: 7,
  watchSeconds: 5400,
  completed: 1,
  activeDays: 3,
  lastAt: at,
  days: [{ timestamp: at, watchSeconds: 5400 }],
  devices: [{ system: 'Windows', browser: '', opened: 7, watchSeconds: 5400, lastAt: at }],
  categories: [
    { name: 'Physics', videos: 8, begun: 2, completed: 2 },
    { name: '', videos: 3, begun: 0, completed: 0 },
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

function show(answer: () => unknown) {
  const asked: unknown[] = [];
  const call = async (endpoint: unknown, input: unknown) => {
    if (endpoint === calls.learnerDays) return { items: [], page: 1, limit: 10, total: 0 };
    asked.push(input);
    const given = answer();
    if (given instanceof ApiError) throw given;
    return given;
  };
  render(
    <MemoryRouter at="/admin/users/u-1?tab=learning">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'] })}>
          <LearningTab userId="u-1" />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
}

test('shows what a learner watched, on what, and how far it is by category', async () => {
  const asked = show(() => report);
  const tile = async (name: string) =>
    (await screen.findByText(name, { selector: '[class*=tile] > dt' })).parentElement?.textContent;
  expect(await tile('Watch time')).toContain('1 h 30 min');
  expect(await tile('Active days')).toContain('3');
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rowsOf('Devices')[0]).toContain('WindowsUnknown71 h 30 min');
  expect(rowsOf('Progress by category')).toEqual(['Physics82225%', 'No category3000%']);
  expect(asked).toEqual([{ params: { id: 'u-1' }, query: { timeRange: '30d' } }]);
  fireEvent.click(screen.getByRole('button', { name: '7 days' }));
  await expect.poll(() => asked.at(-1)).toMatchObject({ query: { timeRange: '7d' } });
});

test('says what failed and tries again; and that nothing was watched, beside the progress', async () => {
  let isAway = true;
  const nothing = { ...report, opened: 0, watchSeconds: 0, devices: [] };
  show(() => (isAway ? failed : nothing));
  expect(await screen.findByText('Failed to load the report')).toBeDefined();
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing was watched in this period')).toBeDefined();
  expect(screen.queryByRole('table', { name: 'Devices' })).toBeNull();
  expect(screen.getByRole('table', { name: 'Progress by category' })).toBeDefined();
});
