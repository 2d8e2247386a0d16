import { endpoints, type UserDetail } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../../shared/i18n/i18n.ts';
import { RightsCard } from './RightsCard.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const admin = {
  id: '0199f3c0-0000-7000-8000-000000000001',
  userType: 'ADMIN',
  permissions: ['users.read', 'security.audit'],
  adminScope: { level: 'global' },
} as unknown as UserDetail;

test('offers the rights of the role, and takes none away unasked', async () => {
  const asked: unknown[] = [];
  const call: Api['call'] = async (endpoint, input) => {
    if ((endpoint as unknown) === endpoints.users.setPermissions) asked.push(input);
    if ((endpoint as unknown) === endpoints.users.places) {
      return { kendraTypes: [], countries: [], districts: ['पुणे'] } as never;
    }
    return {} as never;
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call })}>
        <RightsCard user={admin} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  for (const name of ['View users', 'View security', 'Run security audits', 'View alerts']) {
    expect(screen.getByRole('checkbox', { name })).toBeTruthy();
  }
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Export users' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    body: { permissions: ['users.read', 'security.audit', 'users.export'] },
  });

  fireEvent.change(screen.getByLabelText('Scope'), { target: { value: 'district' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByText('Choose at least one.')).toBeTruthy();
  const picker = screen.getByRole('combobox', { name: /^Which ones/ });
  fireEvent.change(picker, { target: { value: 'पु' } });
  fireEvent.click(await screen.findByRole('option', { name: 'पुणे' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toMatchObject({
    body: { adminScope: { level: 'district', values: ['पुणे'] } },
  });
});
