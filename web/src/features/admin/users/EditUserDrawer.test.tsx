import { ApiError, endpoints, type UserDetail } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { EditUserDrawer } from './EditUserDrawer.tsx';

const asha: UserDetail = {
  id: '8e4df3a4-1111-4a2b-8c3d-000000000001',
  name: 'Asha Verma',
  contactNumber: '+919876543210',
  countryCode: '+91',
  userType: 'LEARNER',
  status: 'active',
  email: null,
  kendraType: null,
  country: 'India',
  district: null,
  loginCount: 0,
  deviceId: null,
  deviceIds: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  lastLoginAt: null,
  permissions: [],
  adminScope: null,
  hasSecondFactor: false,
  codeExpiresAt: null,
};
const current: UserDetail = { ...asha, name: 'Asha Rao', updatedAt: '2026-11-02T00:00:00.000Z' };

const evening = {
  id: '0199f3c0-0000-7000-8000-0000000000a1',
  name: 'Evening batch',
  memberCount: 1,
  isWithinScope: true,
  createdAt: '2026-11-01T00:00:00.000Z',
};
const morning = { ...evening, id: '0199f3c0-0000-7000-8000-0000000000a2', name: 'Morning batch' };
/** Not all of its learners are within the scope. */
const ofGoa = {
  ...evening,
  id: '0199f3c0-0000-7000-8000-0000000000a3',
  name: 'Goa batch',
  isWithinScope: false,
};

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

/** Shows the drawer; the server refuses all edits except those of the current user `now`. */
function show(now: UserDetail) {
  const sent: unknown[] = [];
  const onClose = vi.fn();
  const call = async (endpoint: unknown, { body }: { body: { updatedAt: string } }) => {
    if (endpoint === endpoints.learners.groups) return { items: [evening, ofGoa], total: 2 };
    if (endpoint === endpoints.groups.list) return { items: [evening, morning, ofGoa], total: 3 };
    if (endpoint === endpoints.users.places)
      return { kendraTypes: [], countries: [], districts: [] };
    sent.push(body);
    if (endpoint === endpoints.learners.changeGroups) return { success: true };
    if (body.updatedAt === now.updatedAt) return now;
    throw new ApiError({
      status: 409,
      type: 'ConflictError',
      code: 'RESOURCE_ALREADY_EXISTS',
      message: 'x',
      details: { reason: 'edited_meanwhile', current: now },
      correlationId: 'c-1',
    });
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call: call as Api['call'] })}>
        <EditUserDrawer user={asha} onClose={onClose} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return { sent, onClose };
}

/** What is typed into a picker counts when it is left. */
const type = (label: string, value: string) => {
  const input = screen.getByRole('combobox', { name: label });
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('sends only what was changed, with what it was based on', async () => {
  const { sent, onClose } = show(asha);
  type('District', 'Pune');
  press('Save changes');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ updatedAt: asha.updatedAt, district: 'Pune' }]);
});

test('an edit that came too late shows all three values, and can be applied again', async () => {
  const { sent, onClose } = show(current);
  type('District', 'Pune');
  press('Save changes');
  const table = await screen.findByRole('table');
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
  expect(rows).toEqual([
    ['Name', 'Asha Verma', 'Asha Rao', 'Asha Verma'],
    ['District', '–', '–', 'Pune'],
  ]);
  press('Apply my changes again');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.at(-1)).toEqual({ updatedAt: current.updatedAt, district: 'Pune' });
});

test('or the present values can be taken', async () => {
  show(current);
  type('District', 'Pune');
  press('Save changes');
  fireEvent.click(await screen.findByRole('button', { name: 'Use the current values' }));
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Asha Rao');
  expect(screen.queryByRole('button', { name: 'Remove Pune' })).toBeNull();
});

async function changeGroups() {
  await screen.findByRole('button', { name: 'Remove Evening batch' });
  const removers = screen.getAllByRole('button', { name: /^Remove/ });
  // India is the country.
  expect(removers.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Remove India',
    'Remove Evening batch',
  ]);
  press('Remove Evening batch');
  fireEvent.change(screen.getByRole('combobox', { name: 'User groups' }), {
    target: { value: 'morn' },
  });
  fireEvent.click(screen.getByRole('option', { name: /Morning batch/ }));
}
const groupsSent = { add: [morning.id], remove: [evening.id] };

test('groups are changed alone where nothing else is, of those that may be', async () => {
  const { sent, onClose } = show(asha);
  await changeGroups();
  press('Save changes');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([groupsSent]);
});

test('groups are changed after the rest', async () => {
  const { sent, onClose } = show(asha);
  await changeGroups();
  type('District', 'Pune');
  press('Save changes');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ updatedAt: asha.updatedAt, district: 'Pune' }, groupsSent]);
});
