import { type AlertRule, ApiError, endpoints, type RuleDryRun } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../../shared/api/testing/fake-api.ts';
import { loadTexts, setLanguage, startI18n } from '../../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../../shared/routing/testing/MemoryRouter.tsx';
import { RulesPanel } from '../RulesPanel.tsx';
import { aRule } from '../testing/a-rule.ts';

const { alerts } = endpoints;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
const scrolled = vi.fn();
beforeAll(() => {
  // There is none in jsdom, which has no layout.
  Element.prototype.scrollIntoView = scrolled;
});
afterEach(() => {
  cleanup();
  scrolled.mockClear();
});

const builtIn = aRule();
const own = aRule({
  id: '8e4df3a4-1111-4a2b-8c3d-0000000000c2',
  key: null,
  name: 'Half of a network fails',
  subject: 'network',
  threshold: {
    metric: 'failed_sign_in_ratio',
    operator: 'gt',
    value: 0.5,
    and: [{ metric: 'sign_in_attempts', operator: 'gte', value: 20 }],
  },
});

const editedMeanwhile = new ApiError({
  status: 409,
  type: 'Conflict',
  code: 'RESOURCE_ALREADY_EXISTS',
  message: 'x',
  correlationId: 'c-1',
  details: { reason: 'edited_meanwhile' },
});

type Answer = (input: { readonly body: unknown }) => unknown;

/** Shows the panel of rules to an administrator; what a test does not answer succeeds. */
function show(
  answers: readonly (readonly [endpoint: unknown, answer: Answer])[] = [],
  rights: { readonly district?: string } = {},
) {
  const asked = vi.fn();
  const call = async (endpoint: unknown, input: { readonly body: unknown }) => {
    asked(endpoint, input);
    return answers.find(([known]) => known === endpoint)?.[1](input);
  };
  const { district } = rights;
  const session = createFakeSession({
    ...learnerLogin,
    userType: district ? 'ADMIN' : 'SUPER_ADMIN',
    adminScope: district ? { level: 'district', values: [district] } : null,
    permissions: ['alerts.read', 'alerts.write'],
  });
  render(
    <MemoryRouter at="/admin/alerts">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: call as Api['call'], session })}>
          <RulesPanel rules={[builtIn, own]} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const sentTo = (endpoint: unknown) =>
    asked.mock.calls.filter(([to]) => to === endpoint).map(([, input]) => input);
  return { sentTo };
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choices = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('a new rule is written with a further condition and saved', async () => {
  const { sentTo } = show();
  press('New rule');
  type(screen.getByLabelText(/^Name/), 'Devices and failures');
  type(screen.getByLabelText('Severity'), 'high');
  type(screen.getByLabelText('Minutes'), '30');
  press('Add a condition');
  const second = screen.getByRole('group', { name: 'Condition 2' });
  type(within(second).getByLabelText(/^And metric/), 'devices');
  type(within(second).getByLabelText('Comparison'), 'gt');
  type(within(second).getByLabelText(/^Value/), '3');
  fireEvent.click(screen.getByRole('checkbox', { name: 'End sessions' }));
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo(alerts.createRule)).toEqual([
    {
      body: {
        name: 'Devices and failures',
        category: 'brute_force',
        severity: 'high',
        subject: 'user',
        enabled: true,
        threshold: {
          metric: 'failed_sign_ins',
          operator: 'gte',
          value: 10,
          and: [{ metric: 'devices', operator: 'gt', value: 3 }],
        },
        timeWindow: 1_800_000,
        actions: ['notify', 'revoke_sessions'],
      },
    },
  ]);
});

test('the rule is said in words while it is typed, and not while it is unclear', async () => {
  show();
  press('New rule');
  const said =
    'Raises an alert about a user when “Failed sign-ins” is at least 10 times within 10 min.';
  expect(screen.getByText(said)).toBeTruthy();
  type(screen.getByLabelText('Hours'), '48');
  type(screen.getByLabelText('Minutes'), '0');
  press('Add a condition');
  expect(screen.queryByText(/^Raises an alert/)).toBeNull();
  const second = screen.getByRole('group', { name: 'Condition 2' });
  type(within(second).getByLabelText(/^And metric/), 'devices');
  type(within(second).getByLabelText('Comparison'), 'gt');
  type(within(second).getByLabelText(/^Value/), '3');
  expect(screen.getByText(/^Raises an alert/).textContent).toContain(
    '10 times and “Devices” is more than 3 devices within 2 days.',
  );
});

test('what is missing is said, and nothing is sent', async () => {
  const { sentTo } = show();
  press('New rule');
  type(screen.getByLabelText('Minutes'), '0');
  type(screen.getByLabelText(/^Value/), 'many');
  press('Save');
  expect(screen.getByText('Give the rule a name.')).toBeTruthy();
  expect(screen.getByText('At least one second.')).toBeTruthy();
  expect(screen.getByText('Enter a number.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
  expect(sentTo(alerts.createRule)).toEqual([]);
});

test('only metrics of the chosen subject are offered', () => {
  show();
  press('New rule');
  const metric = screen.getByLabelText(/^Metric/);
  expect(choices(metric)).toContain('Sign-in from a new country');
  type(screen.getByLabelText('About'), 'video');
  expect((metric as HTMLSelectElement).value).toBe('');
  expect(choices(metric)).not.toContain('Sign-in from a new country');
  expect(choices(metric)).toContain('Playbacks');
});

test('only actions that fit the subject are offered and sent', async () => {
  const { sentTo } = show();
  press('New rule');
  type(screen.getByLabelText(/^Name/), 'Slow for everybody');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Block the user' }));
  type(screen.getByLabelText('About'), 'system');
  const offered = within(screen.getByRole('group', { name: 'Automatic actions' }));
  expect(offered.getAllByRole('checkbox')).toEqual([
    offered.getByRole('checkbox', { name: 'Notify administrators' }),
  ]);
  press('Save');
  await waitFor(() => expect(sentTo(alerts.createRule)).toHaveLength(1));
  expect(sentTo(alerts.createRule)).toMatchObject([
    { body: { subject: 'system', actions: ['notify'] } },
  ]);
});

test('in Hindi the editor says under which name a built-in rule is shown', async () => {
  await setLanguage('hi');
  show();
  const open = (at: number) => {
    const item = screen.getAllByRole('switch')[at]?.closest('li');
    fireEvent.click(within(item!).getByRole('button'));
  };
  open(1);
  expect(screen.queryByText(/के नाम से दिखता है/)).toBeNull();
  cleanup();
  show();
  open(0);
  expect(screen.getByText(/“.+” के नाम से दिखता है/).textContent).not.toContain(builtIn.name);
  expect(screen.getByDisplayValue(builtIn.name)).toBeTruthy();
  await setLanguage('en');
});

test('a rule is tried out before it is saved', async () => {
  const at = '2026-11-20T12:00:00.000Z';
  const found: RuleDryRun = {
    isComplete: false,
    events: 4000,
    from: at,
    to: at,
    total: 2,
    alerts: [
      {
        subject: { kind: 'network', key: '203.0.113.0/24', name: null },
        count: 3,
        firstSeenAt: at,
        lastSeenAt: at,
        value: 0.75,
      },
    ],
  };
  const { sentTo } = show([[alerts.dryRunRule, () => found]]);
  press('Edit: Half of a network fails');
  expect(
    screen.getAllByLabelText(/^Value/).map((field) => (field as HTMLInputElement).value),
  ).toEqual(['50', '20']);
  press('Try it on the last 7 days');
  const result = await screen.findByRole('status');
  expect(result.textContent).toContain('would have raised 2 alerts over the last 7 days');
  expect(result.textContent).toContain('Only the oldest 4000 events were read');
  const list = screen.getByRole('list', { name: 'What it would have raised' });
  expect(list.textContent).toContain('203.0.113.0/24');
  expect(list.textContent).toContain('75 %');
  expect(scrolled.mock.contexts).toEqual([result.parentElement?.parentElement]);
  expect(sentTo(alerts.dryRunRule)).toMatchObject([{ body: { rule: { name: own.name } } }]);
  expect(sentTo(alerts.updateRule)).toEqual([]);
  // It says nothing of a rule that was changed since.
  type(screen.getByLabelText('Hours'), '2');
  await waitFor(() => expect(screen.queryByRole('list', { name: /raised/ })).toBeNull());
});

test('a rule that was edited meanwhile is taken over, or overwritten on purpose', async () => {
  const theirs: AlertRule = { ...builtIn, severity: 'low', version: 5 };
  const refuse: Answer = ({ body }) => {
    if ((body as { version: number }).version !== 5) throw editedMeanwhile;
  };
  const answers = [
    [alerts.updateRule, refuse],
    [alerts.rules, () => ({ items: [theirs, own] })],
  ] as const;
  const { sentTo } = show(answers);
  press(`Edit: ${builtIn.name}`);
  type(screen.getByLabelText('Severity'), 'critical');
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'changed this rule while you were editing',
  );
  press('Save my version');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo(alerts.updateRule)).toMatchObject([
    { body: { version: 1 } },
    { body: { version: 5, rule: { severity: 'critical' } } },
  ]);

  press(`Edit: ${builtIn.name}`);
  type(screen.getByLabelText('Severity'), 'critical');
  press('Save');
  fireEvent.click(await screen.findByRole('button', { name: 'Use their version' }));
  expect((screen.getByLabelText('Severity') as HTMLSelectElement).value).toBe('low');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('own rules are deleted once that is confirmed; built-in ones can’t be', async () => {
  const { sentTo } = show();
  press(`Edit: ${builtIn.name}`);
  expect(screen.queryByRole('button', { name: 'Delete the rule' })).toBeNull();
  press('Cancel');
  press(`Edit: ${own.name}`);
  press('Delete the rule');
  const asks = await screen.findByRole('alertdialog', { name: `Delete “${own.name}”?` });
  expect(sentTo(alerts.deleteRule)).toEqual([]);
  fireEvent.click(within(asks).getByRole('button', { name: 'Delete the rule' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo(alerts.deleteRule)).toEqual([{ params: { id: own.id } }]);
});

test('administrators of some places see rules, and can’t edit them', () => {
  show([], { district: 'Pune' });
  expect(screen.getByText(own.name)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
