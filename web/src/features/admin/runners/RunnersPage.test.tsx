import { endpoints, type Runner } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { RunnersPage } from './RunnersPage.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const at = '2026-11-01T10:00:00.000Z';
const runner: Runner = {
  id: '0199f3c0-0000-7000-8000-000000000001',
  name: 'Library',
  state: 'active',
  createdAt: at,
  registeredAt: at,
  tokenExpiresAt: null,
  lastSeenAt: at,
  part: { videoTitle: 'Light', progress: 0.5 },
  partsMade: 12,
  resultsRefused: 1,
};
const token = 'prahari-register-abc';

/** A server that answers with these runners, and notes what else it is asked. */
function show(items: readonly Runner[], isAllowed = true) {
  const asked: unknown[] = [];
  const call: Api['call'] = async (endpoint, input) => {
    const is = (one: unknown) => (endpoint as unknown) === one;
    if (is(endpoints.runners.list)) return { items, isAllowed } as never;
    asked.push(input);
    if (is(endpoints.runners.revoke)) return { ...runner, state: 'revoked' } as never;
    return { runner, token, expiresAt: at } as never;
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call })}>
        <MemoryRouter at="/admin/runners">
          <RunnersPage />
        </MemoryRouter>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return asked;
}

test('lists what each runner is and does', async () => {
  show([runner, { ...runner, id: `${runner.id}b`, name: 'Lab', state: 'revoked', part: null }]);
  const row = (await screen.findByText('Library')).closest('tr');
  if (!row) throw new Error('no row');
  const words = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect([words[0], words[1], words[3], words[4], words[5]]).toEqual([
    'Library',
    'Online',
    'Light, 50%',
    '12',
    '1',
  ]);
  expect(screen.queryByRole('link', { name: 'Allow in settings' })).toBeNull();
});

test('refused results have a column once there are any', async () => {
  show([{ ...runner, resultsRefused: 0 }]);
  expect(await screen.findByRole('columnheader', { name: 'Parts converted' })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Results refused' })).toBeNull();
});

/** Opens the menu of a runner. @returns what it offers */
async function openMenu(name: string) {
  fireEvent.keyDown(await screen.findByRole('button', { name: `Actions for ${name}` }), {
    key: 'Enter',
  });
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
}

test.each([
  ['invited', ['Show set-up steps', 'Invite again', 'Revoke']],
  ['expired', ['Invite again', 'Revoke']],
  ['active', ['Revoke']],
  ['offline', ['Revoke']],
  ['suspended', ['Invite again', 'Revoke']],
  ['revoked', ['Invite again']],
] as const)('offers what helps one that is %s', async (state, offered) => {
  show([{ ...runner, state }]);
  expect(await openMenu('Library')).toEqual(offered);
});

test('shows the steps while no runner is online, and then when they are asked for', async () => {
  show([]);
  const steps = await screen.findByRole('list', { name: 'Set up a runner' });
  expect(steps.textContent).toContain('npm run runner -- --server http://localhost');
  expect(steps.textContent).toContain('On another computer “localhost” is that computer itself.');
  cleanup();
  show([{ ...runner, state: 'invited', lastSeenAt: null }]);
  expect(await screen.findByRole('list', { name: 'Set up a runner' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Never' })).toBeTruthy();
  cleanup();
  show([{ ...runner, state: 'offline' }]);
  expect(await screen.findByRole('list', { name: 'Set up a runner' })).toBeTruthy();
  cleanup();
  show([{ ...runner, state: 'active' }]);
  const button = await screen.findByRole('button', { name: 'Show set-up steps' });
  expect(screen.queryByRole('list', { name: 'Set up a runner' })).toBeNull();
  fireEvent.click(button);
  expect(screen.getByRole('list', { name: 'Set up a runner' })).toBeTruthy();
});

test('says of an invited one how to start it, and leads to another token', async () => {
  const asked = show([{ ...runner, state: 'invited', tokenExpiresAt: at }]);
  await openMenu('Library');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show set-up steps' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set up Library' });
  expect(dialog.textContent).toContain('can’t be shown again');
  expect(dialog.textContent).toContain('npm run runner -- --server');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Invite again' }));
  const invitation = await screen.findByRole('dialog', { name: 'Invite a runner' });
  expect(within(invitation).getByRole('textbox')).toHaveProperty('value', 'Library');
  fireEvent.click(within(invitation).getByRole('button', { name: 'Invite a runner' }));
  expect(await screen.findByText(token)).toBeTruthy();
  expect(asked).toEqual([{ body: { name: 'Library' } }]);
});

test('says that none gets a video while the settings allow none, and what to do first', async () => {
  show([], false);
  expect(await screen.findByText('No runners yet')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Allow in settings' });
  expect(link.getAttribute('href')).toBe('/admin/system?search=Remote+runners+may+convert');
});

test('invites by a name, and shows token and command once', async () => {
  const asked = show([]);
  const [open] = await screen.findAllByRole('button', { name: 'Invite a runner' });
  if (open) fireEvent.click(open);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('without protection');
  const send = within(dialog).getByRole('button', { name: 'Invite a runner' });
  fireEvent.click(send);
  expect(await within(dialog).findByText('Enter a name.')).toBeTruthy();
  expect(asked).toEqual([]);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' Library ' } });
  fireEvent.click(send);
  expect(await screen.findByText(token)).toBeTruthy();
  expect(asked).toEqual([{ body: { name: 'Library' } }]);
  for (const command of screen.getAllByText(/npm run runner -- --server/)) {
    expect(command.textContent).not.toContain(token);
  }
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(token)).toBeNull());
});

test('asks before it revokes', async () => {
  const asked = show([runner]);
  await openMenu('Library');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Revoke' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Library loses its part at once');
  expect(asked).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(asked).toEqual([{ params: { id: runner.id } }]));
});
