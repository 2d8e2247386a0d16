import { type Alert, ApiError, type DataOf, endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anAlert } from '../../../domain/alerts/testing/an-alert.ts';
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
import { notify } from '../../../ui/notify.ts';
import { AlertsPage } from './AlertsPage.tsx';
import { aRule } from './testing/a-rule.ts';

const { alerts } = endpoints;
type Overview = DataOf<typeof alerts.overview>;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
beforeEach(() => browserStorage.removeItem('prahari.alerts.autoRefresh'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const rule = aRule();
const rulesTab = '/admin/alerts?tab=rules';

function anOverview(said: Partial<Overview> = {}): Overview {
  return {
    alerts: [],
    statistics: {
      total: 31,
      active: 17,
      bySeverity: { critical: 1, high: 2, medium: 3, low: 4, info: 5 },
      recentTrends: [
        { date: '2026-11-20T11:00:00.000Z', count: 4 },
        { date: '2026-11-20T12:00:00.000Z', count: 0 },
      ],
    },
    rules: [rule],
    ...said,
  };
}

const unavailable = new ApiError({
  status: 503,
  type: 'InternalError',
  code: 'INTERNAL_SERVER_ERROR',
  message: 'x',
  correlationId: 'c-1',
  details: {},
});

interface Listed {
  readonly alerts?: readonly Alert[];
  /** From when one of them is acknowledged. */
  readonly afterwards?: readonly Alert[];
  readonly role?: 'ADMIN' | 'SUPER_ADMIN';
}

/** Shows the page; `answers` are given in their order to calls of the overview, the last for ever. */
function show(at: string, answers: (Overview | ApiError)[], listed: Listed = {}) {
  const asked = vi.fn();
  let refusal: ApiError | null = null;
  let items = listed.alerts ?? [];
  const call = async (endpoint: unknown, input: unknown) => {
    asked(endpoint, input);
    if (endpoint === alerts.overview) {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof ApiError) throw answer;
      return answer;
    }
    if (endpoint === alerts.list) {
      return { items, page: 1, limit: 50, total: items.length, isMore: false };
    }
    if (endpoint === alerts.acknowledge) {
      if (refusal) throw refusal;
      items = listed.afterwards ?? items;
      return anAlert({ status: 'acknowledged' });
    }
    if (endpoint === alerts.setRuleEnabled) return { ...rule, enabled: false };
    throw new Error('The test did not expect this call');
  };
  const session = createFakeSession({
    ...learnerLogin,
    userType: listed.role ?? 'SUPER_ADMIN',
    adminScope: { level: 'global' },
    permissions: ['alerts.read', 'alerts.write'],
  });
  render(
    <MemoryRouter at={at}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: call as Api['call'], session })}>
          <AlertsPage />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const timesAsked = (endpoint: unknown) =>
    asked.mock.calls.filter(([asking]) => asking === endpoint).length;
  const refuseMove = (error: ApiError) => {
    refusal = error;
  };
  return { asked, timesAsked, refuseMove };
}

test('the list has a tab of its own; trend and rules stand in the other', async () => {
  show('/admin/alerts', [anOverview()]);
  expect(await screen.findByRole('heading', { name: 'Alerts', level: 2 })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Alert Rules' })).toBeNull();
  cleanup();
  show(rulesTab, [anOverview()]);
  expect(await screen.findByRole('heading', { name: 'Recent Alert Trends' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Alert Rules' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Alerts', level: 2 })).toBeNull();
});

test('five numbers, each leading to its alerts; that of the open ones is chosen at first', async () => {
  show('/admin/alerts', [anOverview()]);
  const numbers = await screen.findByRole('region', { name: 'Alerts in numbers' });
  const cards = within(numbers)
    .getAllByRole('link')
    .map((card) => [
      card.textContent,
      card.getAttribute('href'),
      card.getAttribute('aria-current') === 'true',
    ]);
  expect(cards).toEqual([
    ['Active Alerts17', '/admin/alerts', true],
    ['Critical Alerts1', '/admin/alerts?f.severity=critical', false],
    ['High Priority2', '/admin/alerts?f.severity=high', false],
    ['Medium Priority3', '/admin/alerts?f.severity=medium', false],
    ['Total Alerts31', '/admin/alerts?f.status=any', false],
  ]);
});

test('without alerts all is clear; with filters none match', async () => {
  show('/admin/alerts', [anOverview()]);
  expect(await screen.findByRole('heading', { name: 'All Clear!' })).toBeTruthy();
  cleanup();
  show('/admin/alerts?f.severity=low', [anOverview()]);
  const nothing = { name: 'No alerts match your current filters' };
  expect(await screen.findByRole('heading', nothing)).toBeTruthy();
});

test('a list shows the first 150 characters of a message, and marks tests', async () => {
  const {
    timeline: _,
    actions: __,
    ...alert
  } = anAlert({ message: 'm'.repeat(200), isTest: true, userDetails: null });
  show('/admin/alerts', [anOverview()], { alerts: [alert] });
  const row = (await screen.findByRole('button', { name: 'Test alert' })).closest('li')!;
  expect(within(row).getByText(/^m+…$/).textContent).toHaveLength(151);
  expect(within(row).getByText('Test')).toBeTruthy();
});

test('an active alert is acknowledged from its row, and says so afterwards', async () => {
  const { timeline: _, actions: __, ...alert } = anAlert();
  const acknowledged = { ...alert, status: 'acknowledged' as const };
  const other = { ...acknowledged, id: '8e4df3a4-1111-4a2b-8c3d-0000000000a2' };
  const { asked } = show('/admin/alerts?f.status=any', [anOverview()], {
    alerts: [alert, other],
    afterwards: [acknowledged, other],
  });
  const name = { name: 'Acknowledge: Password guessing at one account' };
  const button = await screen.findByRole('button', name);
  const row = button.closest('li')!;
  expect(within(row).queryByText('Acknowledged')).toBeNull();
  expect(button.parentElement?.closest('button, a')).toBeNull();
  fireEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Acknowledge' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() =>
    expect(asked).toHaveBeenCalledWith(alerts.acknowledge, {
      params: { id: alert.id },
      body: { acknowledgedBy: 'admin' },
    }),
  );
  expect(await within(row).findByText('Acknowledged')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', name)).toBeNull();
  expect(document.activeElement).toBe(within(row).getByRole('button'));
});

test('an alert that leaves the list hands the focus to the one beside', async () => {
  const { timeline: _, actions: __, ...alert } = anAlert();
  const next = {
    ...alert,
    id: '8e4df3a4-1111-4a2b-8c3d-0000000000a2',
    ruleKey: null,
    title: 'Next',
  };
  show('/admin/alerts', [anOverview()], { alerts: [alert, next], afterwards: [next] });
  const name = { name: 'Acknowledge: Password guessing at one account' };
  fireEvent.click(await screen.findByRole('button', name));
  const dialog = await screen.findByRole('dialog', { name: 'Acknowledge' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(screen.queryByRole('button', name)).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' })),
  );
});

test('an alert that a colleague was faster with says so', async () => {
  const { timeline: _, actions: __, ...alert } = anAlert();
  const taken = new ApiError({
    status: 409,
    type: 'ConflictError',
    code: 'RESOURCE_ALREADY_EXISTS',
    message: 'x',
    correlationId: 'c-1',
    details: { status: 'resolved' },
  });
  const failed = vi.spyOn(notify, 'error');
  show('/admin/alerts', [anOverview()], { alerts: [alert] }).refuseMove(taken);
  fireEvent.click(await screen.findByRole('button', { name: /^Acknowledge: / }));
  const dialog = await screen.findByRole('dialog', { name: 'Acknowledge' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() =>
    expect(failed).toHaveBeenCalledWith('This alert was resolved in the meantime.'),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a failure says so, and Retry asks again', async () => {
  show('/admin/alerts', [unavailable, anOverview()]);
  expect(await screen.findByRole('heading', { name: 'Failed to load alerts data' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'All Clear!' })).toBeTruthy();
});

test('it asks again every 15 seconds until that is switched off, which is remembered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { timesAsked } = show('/admin/alerts', [anOverview()]);
  await screen.findByRole('heading', { name: 'All Clear!' });
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(timesAsked(alerts.overview)).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Auto Refresh ON' }));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(timesAsked(alerts.overview)).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Now' }));
  await waitFor(() => expect(timesAsked(alerts.overview)).toBe(3));
  cleanup();
  show('/admin/alerts', [anOverview()]);
  expect(await screen.findByRole('button', { name: 'Auto Refresh OFF' })).toBeTruthy();
});

test('a rule shows its window in hours and minutes, and its switch takes effect', async () => {
  const { asked } = show(rulesTab, [anOverview()]);
  const panel = (await screen.findByText('Password guessing at one account')).closest('li')!
    .parentElement!;
  expect(panel.textContent).toContain('Window: 1 h 30 min');
  expect(panel.textContent).toContain('Triggered 2 times');
  const rule = screen.getByRole('switch', { name: 'Rule on: Password guessing at one account' });
  expect(rule.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(rule);
  await waitFor(() => expect(rule.getAttribute('aria-checked')).toBe('false'));
  const [, sent] = asked.mock.calls.find(([endpoint]) => endpoint === alerts.setRuleEnabled) ?? [];
  expect(sent).toMatchObject({ body: { enabled: false } });
  await waitFor(() => expect(rule.getAttribute('aria-busy')).toBe('false'));
  expect(rule.getAttribute('aria-checked')).toBe('false');
});

test('a rule that watches administrators is changed by super administrators alone, and says so', async () => {
  const rules = [
    aRule({ isForSuperAdmins: true }),
    aRule({ id: 'other', name: 'Other', key: null }),
  ];
  show(rulesTab, [anOverview({ rules })], { role: 'ADMIN' });
  const theirs = await screen.findByRole('switch', { name: /Password guessing/ });
  expect(theirs.hasAttribute('disabled')).toBe(true);
  const why = document.getElementById(theirs.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toBe('For super administrators only');
  expect(screen.queryByRole('button', { name: /^Edit.*Password guessing/ })).toBeNull();
  expect(screen.getByRole('switch', { name: /Other/ }).hasAttribute('disabled')).toBe(false);
  cleanup();
  show(rulesTab, [anOverview({ rules })]);
  const own = await screen.findByRole('switch', { name: /Password guessing/ });
  expect(own.hasAttribute('disabled')).toBe(false);
  expect(screen.queryByText('For super administrators only')).toBeNull();
});

test('the trend has a summary, and its figures can be read by keyboard', async () => {
  show(rulesTab, [anOverview()]);
  expect(await screen.findByText(/^4 alerts in total, peak at .*: 4$/)).toBeTruthy();
  const figures = screen.getByRole('slider', { name: 'Recent Alert Trends' });
  fireEvent.keyDown(figures, { key: 'Home' });
  expect(figures.getAttribute('aria-valuetext')).toMatch(/: 4$/);
});
