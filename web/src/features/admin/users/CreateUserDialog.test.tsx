import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { CreateUserDialog } from './CreateUserDialog.tsx';

const morning = {
  id: '0199f3c0-0000-7000-8000-0000000000a2',
  name: 'Morning batch',
  memberCount: 1,
  isWithinScope: true,
  createdAt: '2026-11-01T00:00:00.000Z',
};

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

test('a learner is created in the groups that were chosen', async () => {
  const sent: unknown[] = [];
  const call = async (endpoint: unknown, { body }: { body: unknown }) => {
    if (endpoint === endpoints.groups.list) return { items: [morning], total: 1 };
    if (endpoint === endpoints.users.places)
      return { kendraTypes: [], countries: [], districts: [] };
    sent.push(body);
    return {};
  };
  const onCreated = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call: call as Api['call'] })}>
        <CreateUserDialog onClose={vi.fn()} onCreated={onCreated} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  const groups = await screen.findByRole('combobox', { name: 'User groups' });
  fireEvent.change(groups, { target: { value: 'morn' } });
  fireEvent.click(screen.getByRole('option', { name: /Morning batch/ }));
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Asha' } });
  fireEvent.change(screen.getByLabelText(/Phone number/), { target: { value: '9876543210' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(onCreated).toHaveBeenCalled());
  expect(sent).toMatchObject([{ name: 'Asha', userType: 'LEARNER', groupIds: [morning.id] }]);
});
