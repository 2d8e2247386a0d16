import { endpoints, type UserDetail } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../../shared/routing/testing/MemoryRouter.tsx';
import { CheckTab } from './CheckTab.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const video = { id: 'v1', title: 'The water cycle', isVisible: true, termination: null };
const plays = {
  verdict: 'plays',
  session: null,
  rules: [],
  at: '2026-11-01T00:00:00.000Z',
  video: { ...video, audience: [] },
};

const termination = { id: 't1', video, user: { id: 'u1', name: 'Asha Verma' } };
const refused = (rule: string, names: string[] = []) => ({
  ...plays,
  verdict: 'refused',
  rules: [{ rule, outcome: 'fail', reason: 'x', at: null, names }] as never[],
});
const active: UserDetail = {
  ...learnerLogin.user,
  id: 'u1',
  email: null,
  status: 'active',
  kendraType: null,
  country: null,
  district: null,
  loginCount: 0,
  lastLoginAt: null,
  deviceId: null,
  deviceIds: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
} as unknown as UserDetail;
const onAct = vi.fn();

function show({ isOpening = false, check = plays, learner = active } = {}) {
  const call = async (endpoint: unknown) => {
    if (endpoint === endpoints.learners.checkPlayback) return check;
    if (endpoint === endpoints.security.terminations) return { items: [termination], total: 1 };
    return { items: endpoint === endpoints.learners.videos ? [video] : [], total: 1 };
  };
  const permissions = ['users.read', 'users.write', 'security.read'] as const;
  const api = createFakeApi({
    call: call as Api['call'],
    session: createFakeSession({
      ...learnerLogin,
      userType: 'ADMIN',
      permissions: [...permissions],
    }),
  });
  render(
    <MemoryRouter at="/admin/users/u1?tab=check">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <CheckTab user={learner} isOpening={isOpening} onAct={onAct} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

async function choose() {
  const choice = await screen.findByRole('button', { name: /The water cycle/ });
  choice.focus();
  fireEvent.click(choice);
}

test('a chosen video has the focus on its result, and ‘Another video’ on the search', async () => {
  show();
  await choose();
  const title = await screen.findByRole('heading', { level: 2, name: 'The water cycle' });
  expect(document.activeElement).toBe(title);
  const another = screen.getByRole('button', { name: 'Another video' });
  another.focus();
  fireEvent.click(another);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('a page that opens with it leaves the focus where it was', async () => {
  show({ isOpening: true });
  await screen.findByRole('searchbox');
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ['blocked', 'Blocked by an administrator.', 'Unblock', 'unblock'],
  ['invited', /^Not activated yet/, 'New activation code', 'newCode'],
] as const)(
  'of an account that is %s it says so, and offers what mends it',
  async (status, said, name, act) => {
    onAct.mockClear();
    show({ check: refused('account', [status]), learner: { ...active, status } });
    await choose();
    expect(await screen.findByText(said)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name }));
    expect(onAct).toHaveBeenCalledExactlyOnceWith(act);
  },
);

test('access that violations ended is given back from here', async () => {
  show({ check: refused('access') });
  await choose();
  fireEvent.click(await screen.findByRole('button', { name: 'Restore access' }));
  expect(screen.getByRole('dialog', { name: 'Restore access' })).toBeTruthy();
});
