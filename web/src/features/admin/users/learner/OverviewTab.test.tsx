import { type Alert, endpoints, type UserDetail } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { anAlert } from '../../../../domain/alerts/testing/an-alert.ts';
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

interface Given {
  readonly groups?: readonly { id: string; name: string }[];
  /** Open ones about the learner. */
  readonly alerts?: readonly Alert[];
  /** The device of each session. */
  readonly sessions?: readonly string[];
  readonly permissions: Permissions;
  readonly user?: Partial<UserDetail>;
  /** How many videos there are, and how many of them are open to the learner. */
  readonly videos?: { readonly all: number; readonly open: number };
}

/** Shows the overview of a learner who has groups and nothing else. */
function show({
  groups = [],
  alerts = [],
  sessions = [],
  permissions,
  user,
  videos = { all: 0, open: 0 },
}: Given) {
  const call = async (endpoint: unknown, input: { query?: { visible?: string } }) => {
    const listed = new Map<unknown, readonly unknown[]>([
      [endpoints.learners.groups, groups],
      [endpoints.alerts.list, alerts],
      [endpoints.users.sessions, sessions.map((deviceId) => ({ deviceId }))],
    ]);
    const items = listed.get(endpoint) ?? [];
    const ofVideos = input.query?.visible === 'true' ? videos.open : videos.all;
    const total = endpoint === endpoints.learners.videos ? ofVideos : items.length;
    return { items, page: 1, limit: 50, total };
  };
  const session = createFakeSession({ ...learnerLogin, userType: 'ADMIN', permissions });
  const learner: Partial<UserDetail> = { id: 'u-1', deviceIds: [], ...user };
  render(
    <MemoryRouter at="/admin/users/u-1">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'], session })}>
          <OverviewTab user={learner as UserDetail} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const headings = () => screen.getAllByRole('heading').map((heading) => heading.textContent);

test('what there is has its card, and nothing has none', async () => {
  show({ permissions: ['users.read', 'security.read', 'performance.read'] });
  expect(await screen.findByText('Nothing watched yet.')).toBeDefined();
  expect(headings()).toEqual(['Recently watched']);
  expect(screen.queryByText('Blocked videos')).toBeNull();
  cleanup();
  show({ groups: [{ id: 'g-1', name: 'Evening batch' }], permissions: ['users.read'] });
  expect(await screen.findByText('Evening batch')).toBeDefined();
  expect(headings()).toEqual(['Recently watched', 'Groups']);
});

test('devices are counted, and an open alert about them says so', async () => {
  const user = { deviceIds: ['a', 'b', 'c'] };
  const alerts = [{ ...anAlert(), category: 'unusual_device' } as const];
  const permissions = ['users.read', 'alerts.read'] as const;
  show({ user, alerts, permissions: [...permissions], sessions: ['a', 'a', 'b'] });
  const tile = () => screen.getByText('Devices').closest('a')?.textContent;
  await expect.poll(tile).toBe('Devices 3 2 signed in · open alert');
  const remedy = screen.getByRole('link', { name: 'Account and devices' });
  expect(remedy.getAttribute('href')).toBe('?tab=account');
  cleanup();
  show({ user, permissions: [...permissions] });
  expect(await screen.findByText('Nothing watched yet.')).toBeDefined();
  await expect.poll(tile).toBe('Devices 3 none signed in');
  expect(screen.queryByRole('link', { name: 'Account and devices' })).toBeNull();
});

const invited = { id: 'u-1', status: 'invited', loginCount: 0, deviceId: null } as const;

test('open alerts about the learner come first, for those who may read them', async () => {
  const alerts = [anAlert()];
  show({ alerts, permissions: ['users.read', 'alerts.read'] });
  expect(await screen.findByRole('heading', { name: 'Open alerts' })).toBeDefined();
  expect(headings()[0]).toBe('Open alerts');
  cleanup();
  show({ alerts, permissions: ['users.read'] });
  expect(await screen.findByText('Nothing watched yet.')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Open alerts' })).toBeNull();
});

test('of a new learner it says what is left to do, in place of what can only be nothing', async () => {
  const codeExpiresAt = new Date(Date.now() + 7 * 86_400_000 + 60_000).toISOString();
  const user = { ...invited, codeExpiresAt };
  show({ permissions: ['users.read'], user, videos: { all: 9, open: 4 } });
  const steps = await screen.findByRole('list', { name: 'Not signed in yet' });
  expect(await within(steps).findByText(/4 of 9 videos are open to this learner/)).toBeDefined();
  expect(steps.textContent).toMatch(/Expires in 7 days \(.+\)\. It can’t be shown again/);
  expect(within(steps).queryByText('Needs attention')).toBeNull();
  expect(headings()).toEqual(['Not signed in yet']);
});

test('a new learner without a code, or without a video, needs attention', async () => {
  const user = { ...invited, codeExpiresAt: null };
  show({ permissions: ['users.read'], user, videos: { all: 9, open: 0 } });
  expect(await screen.findByText(/No video is open to this learner yet/)).toBeDefined();
  expect(screen.getByText(/No code works at the moment/)).toBeDefined();
  expect(screen.getAllByText('Needs attention')).toHaveLength(2);
});
