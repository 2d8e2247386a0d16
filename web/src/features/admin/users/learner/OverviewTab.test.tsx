import { endpoints, type UserDetail } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../../shared/routing/testing/MemoryRouter.tsx';
import { OverviewTab } from './OverviewTab.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

type Permissions = (typeof learnerLogin)['permissions'];

/** Shows the overview of a learner who has groups and nothing else. */
function show(groups: readonly { id: string; name: string }[], permissions: Permissions) {
  const call = async (endpoint: unknown) => {
    const items = endpoint === endpoints.learners.groups ? groups : [];
    return { items, page: 1, limit: 50, total: items.length };
  };
  const session = createFakeSession({ ...learnerLogin, userType: 'ADMIN', permissions });
  const user: Partial<UserDetail> = { id: 'u-1', deviceIds: [] };
  render(
    <MemoryRouter at="/admin/users/u-1">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'], session })}>
          <OverviewTab user={user as UserDetail} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const headings = () => screen.getAllByRole('heading').map((heading) => heading.textContent);

test('one line says what would fill no card', async () => {
  show([], ['users.read', 'security.read', 'performance.read']);
  const line = 'No incidents. No video is blocked. Not in any group. No errors.';
  expect(await screen.findByText(line)).toBeDefined();
  expect(headings()).toEqual(['Recently watched', 'Nothing else to report']);
});

test('what there is has its card, and what may not be read is not said to be nothing', async () => {
  show([{ id: 'g-1', name: 'Evening batch' }], ['users.read', 'performance.read']);
  expect(await screen.findByText('Evening batch')).toBeDefined();
  expect(await screen.findByText('No errors.')).toBeDefined();
  expect(headings()).toEqual(['Recently watched', 'Groups', 'Nothing else to report']);
});
