import { ApiError, endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { anAlert } from '../../../domain/alerts/testing/an-alert.ts';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, setLanguage, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { AlertDetail } from './AlertDetail.tsx';

const { alerts } = endpoints;

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(async () => {
  cleanup();
  await setLanguage('en');
});

/** Shows an alert; `moved` answers every move, and what was sent is returned. */
function show(alert = anAlert(), moved: () => unknown = () => alert) {
  const sent = vi.fn();
  const onClose = vi.fn();
  const call = async (endpoint: unknown, input: unknown) => {
    if (endpoint === alerts.get) return alert;
    sent(endpoint, input);
    return moved();
  };
  const session = createFakeSession({
    ...learnerLogin,
    userType: 'ADMIN',
    permissions: ['alerts.read', 'alerts.write', 'users.read', 'security.read'],
  });
  render(
    <MemoryRouter at="/admin/alerts">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: call as Api['call'], session })}>
          <AlertDetail id={alert.id} onClose={onClose} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return { sent, onClose };
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const inDialog = (name: string) => within(screen.getByRole('dialog', { name }));
const bodyOf = (sent: ReturnType<typeof vi.fn>) => sent.mock.calls[0]?.[1].body;

test('shows all facts, a browser of at most 60 characters, and links to the user', async () => {
  show();
  const user = await screen.findByRole('link', { name: 'Asha Verma' });
  expect(user.getAttribute('href')).toBe(`/admin/users/${anAlert().userId}`);
  expect(screen.getByText('••••••3210')).toBeTruthy();
  expect(screen.getByText('India')).toBeTruthy();
  expect(screen.getByText('5 min')).toBeTruthy();
  expect(screen.getByText(/^Mozilla/).textContent).toHaveLength(61);
  const incidents = screen.getByRole('link', { name: 'Incidents of this user' });
  expect(incidents.getAttribute('href')).toContain(`user=${anAlert().userId}`);
  const activity = screen.getByRole('link', { name: 'All activity of this user' });
  expect(activity.getAttribute('href')).toBe(`/admin/activity?user=${anAlert().userId}`);
});

const measured = anAlert({
  message: 'A caller claims a role (203.0.113.9): claimed roles 1 within 1 h.',
  ruleKey: 'roles_claimed',
  title: 'A caller claims a role',
  subject: { kind: 'address', key: '203.0.113.9' },
  userId: null,
  userDetails: null,
  metadata: {
    metric: 'claimed_roles',
    operator: 'gte',
    threshold: 1,
    value: 12,
    timeWindow: 3_600_000,
    event: 'role.claimed',
    details: { times: 2, header: 'x-super-admin', deviceId: 'd' },
    eventId: 'e-1',
  },
});

test('it says what was measured in words, with their numbers', async () => {
  show(measured);
  expect(
    await screen.findByText(/^12 false role claims within 1 h \(203\.0\.113\.9\)$/),
  ).toBeTruthy();
  for (const text of ['12 times', 'at least once', 'Claimed a role it doesn’t have']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByText('2 times · x-super-admin')).toBeTruthy();
  expect(screen.queryByText(/claimed_roles|role\.claimed|gte|\{/)).toBeNull();
});

test('in Hindi it says nothing in English but what administrators and machines named', async () => {
  await setLanguage('hi');
  show(measured);
  expect(await screen.findByText(/^1 घं में भूमिका के 12 झूठे दावे \(203\.0\.113\.9\)$/)).toBeTruthy();
  expect(screen.getByText('कम से कम 1 बार')).toBeTruthy();
  cleanup();
  show(anAlert({ ...measured, ruleKey: null, title: 'Night watch' }));
  expect(await screen.findByRole('heading', { name: 'Night watch' })).toBeTruthy();
  expect(screen.getByText(/^1 घं में भूमिका के 12 झूठे दावे \(203\.0\.113\.9\)$/)).toBeTruthy();
  cleanup();
  show(anAlert({ message: 'Said by a newer server.', metadata: { metric: 'moon_phase' } }));
  expect((await screen.findByText('Said by a newer server.')).getAttribute('lang')).toBe('en');
});

test('a resolution is required; empty or cancelled, nothing is sent', async () => {
  const { sent, onClose } = show();
  await press('Resolve');
  const dialog = inDialog('Resolve');
  fireEvent.change(dialog.getByLabelText(/^Enter resolution details:/), {
    target: { value: '   ' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(await dialog.findByText('Enter how it was resolved.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('resolving closes the detail', async () => {
  const { sent, onClose } = show();
  await press('Resolve');
  const dialog = inDialog('Resolve');
  fireEvent.change(dialog.getByLabelText(/^Enter resolution details:/), {
    target: { value: ' Password reset ' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toBe(alerts.resolve);
  expect(bodyOf(sent)).toEqual({ resolvedBy: 'admin', resolution: 'Password reset' });
});

test('it is acknowledged as admin, with or without notes, and stays open', async () => {
  const { sent, onClose } = show();
  await press('Acknowledge');
  fireEvent.click(inDialog('Acknowledge').getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Acknowledge' })).toBeNull());
  expect(bodyOf(sent)).toEqual({ acknowledgedBy: 'admin' });
  expect(onClose).not.toHaveBeenCalled();
});

test('it is dismissed with a reason for a chosen time', async () => {
  const { sent } = show();
  await press('Dismiss');
  const dialog = inDialog('Dismiss');
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'A drill' } });
  fireEvent.change(dialog.getByLabelText('Keep it silent for'), { target: { value: '1d' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(bodyOf(sent)).toEqual({
    dismissedBy: 'admin',
    reason: 'A drill',
    suppressForMs: 86_400_000,
  });
});

test.each([
  ['active', ['Acknowledge', 'Resolve', 'Dismiss']],
  ['acknowledged', ['Resolve', 'Dismiss']],
  ['resolved', ['Reopen']],
  ['suppressed', ['Reopen']],
] as const)('of one that is %s only allowed moves are offered', async (status, offered) => {
  show(anAlert({ status }));
  for (const name of offered) expect(await screen.findByRole('button', { name })).toBeTruthy();
  const all = ['Acknowledge', 'Resolve', 'Dismiss', 'Reopen'];
  const found = all.filter((name) => screen.queryByRole('button', { name }) !== null);
  expect(found).toEqual([...offered]);
});

test('who was slower reads what happened meanwhile', async () => {
  const tooLate = () => {
    throw new ApiError({
      status: 409,
      type: 'ConflictError',
      code: 'RESOURCE_ALREADY_EXISTS',
      message: 'x',
      correlationId: 'c-1',
      details: {
        reason: 'alert_state_changed',
        status: 'resolved',
        by: 'Ravi Rao',
        at: '2026-11-20T12:05:00.000Z',
      },
    });
  };
  const { onClose } = show(anAlert(), tooLate);
  await press('Acknowledge');
  fireEvent.click(inDialog('Acknowledge').getByRole('button', { name: 'Acknowledge' }));
  const note = await screen.findByText(/This alert was resolved in the meantime\./);
  expect(note.textContent).toContain('By Ravi Rao.');
  expect(screen.queryByRole('dialog', { name: 'Acknowledge' })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test('what a rule did is undone where that is possible', async () => {
  const done = {
    id: '8e4df3a4-1111-4a2b-8c3d-0000000000d1',
    kind: 'suspend_playback',
    state: 'done',
    createdAt: '2026-11-20T12:00:00.000Z',
    doneAt: '2026-11-20T12:00:01.000Z',
    undoneAt: null,
    undoneBy: null,
    error: null,
    canUndo: true,
  } as const;
  const sent = { ...done, id: `${done.id.slice(0, -1)}2`, kind: 'notify', canUndo: false } as const;
  const undone = { ...done, state: 'undone', canUndo: false } as const;
  const shown = show(anAlert({ actions: [done, sent] }), () =>
    anAlert({ actions: [undone, sent] }),
  );
  const undo = await screen.findAllByRole('button', { name: /^Undo/ });
  expect(undo.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Undo: Suspend playback',
  ]);
  fireEvent.click(undo[0]!);
  await waitFor(() => expect(shown.sent).toHaveBeenCalled());
  expect(shown.sent.mock.calls[0]).toEqual([alerts.undoAction, { params: { id: done.id } }]);
});

test('an alert that is not there says so', async () => {
  const missing = new ApiError({
    status: 404,
    type: 'NotFoundError',
    code: 'RESOURCE_NOT_FOUND',
    message: 'x',
    correlationId: 'c-2',
    details: {},
  });
  render(
    <MemoryRouter at="/admin/alerts">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: () => Promise.reject(missing) })}>
          <AlertDetail id={anAlert().id} onClose={() => undefined} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByText(/This alert doesn’t exist/)).toBeTruthy();
});
