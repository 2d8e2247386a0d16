import { ApiError, endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import type { Api } from '../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import type { Subject } from './activity-view.ts';
import { SubjectActivity } from './SubjectActivity.tsx';
import { anItem } from './testing/an-item.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const { alerts } = endpoints;
const user = '8e4df3a4-1111-4a2b-8c3d-000000000001';
const openAlert = {
  id: 'a1',
  ruleKey: null,
  title: 'Password guessing',
  isTest: false,
  severity: 'high',
  status: 'active',
  count: 3,
  lastSeenAt: '2026-11-20T12:00:00.000Z',
};

interface Shown {
  readonly subject?: Subject;
  readonly activity?: (query: Record<string, unknown>) => unknown;
  readonly open?: readonly unknown[];
  readonly isEverywhere?: boolean;
}

function show({
  subject = { user },
  activity = () => ({ items: [anItem()], hasMore: false }),
  open = [],
  isEverywhere = true,
}: Shown = {}) {
  const asked = vi.fn();
  const call = async (endpoint: unknown, { query }: { query: Record<string, unknown> }) => {
    asked(endpoint, query);
    return endpoint === alerts.list ? { items: open, total: open.length } : activity(query);
  };
  const session = createFakeSession({
    ...learnerLogin,
    userType: 'ADMIN',
    permissions: ['alerts.read', 'security.read', 'videos.write'],
    adminScope: isEverywhere ? { level: 'global' } : { level: 'district', values: ['Pune'] },
  });
  render(
    <MemoryRouter at="/admin/activity">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: call as Api['call'], session })}>
          <SubjectActivity subject={subject} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return { asked, queries: () => asked.mock.calls.filter(([one]) => one === alerts.activity) };
}

const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('an event says what, when and where, with links to video, session and address', async () => {
  show();
  const item = (await screen.findByText('Lesson opened')).closest('li')!;
  expect(within(item).getByText(/India/)).toBeTruthy();
  expect(item.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-20T12:00:00.000Z');
  expect(hrefOf('The water cycle')).toBe('/admin/videos/0199f3c0-0000-7000-8000-0000000000f1');
  expect(hrefOf('203.0.113.9')).toBe('/admin/activity?address=203.0.113.9');
  expect(hrefOf(/^Session …000000c1/)).toContain('session=0199f3c0-0000-7000-8000-0000000000c1');
  expect(screen.getByRole('heading', { level: 3 }).textContent).toMatch(/2026/);
  expect(screen.queryByRole('link', { name: 'Asha Verma' })).toBeNull();
});

test('activity of an address names the user of each event; addresses are links only with access to all places', async () => {
  show({ subject: { address: '203.0.113.1' }, isEverywhere: false });
  expect(await screen.findByRole('link', { name: 'Asha Verma' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: '203.0.113.9' })).toBeNull();
});

test('an incident stands among the rest, with its kind and the way to it', async () => {
  const details = { incidentId: 'i1', type: 'media_recorder', confidence: 'high' };
  show({
    activity: () => ({
      items: [anItem({ name: 'incident.reported', severity: 'high', details })],
      hasMore: false,
    }),
  });
  expect(await screen.findByText('Media recorder used')).toBeTruthy();
  expect(screen.getByText('High')).toBeTruthy();
  expect(hrefOf('Open the incident')).toBe(`/admin/security?user=${user}&incident=i1`);
});

test('equal events are one row, which says how often, from when to when, and opens', async () => {
  const code = 'INSUFFICIENT_PERMISSIONS';
  const refused = (second: number, times: number) =>
    anItem({
      id: `e${second}`,
      name: 'call.refused',
      at: `2026-11-20T12:00:0${second}.000Z`,
      details: { route: '/api/v1/admin/users', code, times },
    });
  show({
    activity: () => ({ items: [refused(9, 1), refused(5, 4), refused(2, 1)], hasMore: false }),
  });
  const item = (await screen.findByText('Request refused: not allowed')).closest('li')!;
  expect(
    within(item).getByText(/^The permission for it is missing · Area: Users · 6 times$/),
  ).toBeTruthy();
  const timesOf = (place: string) =>
    [...item.querySelectorAll(`${place} time`)].map((time) => time.getAttribute('datetime'));
  expect(timesOf(':scope > span')).toEqual([refused(2, 1).at, refused(9, 1).at]);
  expect(within(item).getByText('All 3 events').closest('details')?.open).toBe(false);
  expect(timesOf('details')).toEqual([9, 5, 2].map((second) => refused(second, 1).at));
  expect(within(item).getByText(`${code} · /api/v1/admin/users`).closest('details')).toBeTruthy();
});

test('an event of a newer server is shown by its name, odd details are ignored', async () => {
  const item = anItem({ name: 'moon.landed', details: { times: 'x', route: 7, type: null } });
  show({ activity: () => ({ items: [item], hasMore: false }) });
  expect(await screen.findByText('moon.landed')).toBeTruthy();
});

test('more is loaded behind the last one, until there is none', async () => {
  const later = anItem({ id: '0199f3c0-0000-7000-8000-0000000000e2', name: 'session.opened' });
  const { queries } = show({
    activity: ({ beforeId }) =>
      beforeId === undefined
        ? { items: [anItem()], hasMore: true }
        : { items: [later], hasMore: false },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Signed in')).toBeTruthy();
  expect(queries().at(-1)?.[1]).toMatchObject({ beforeAt: anItem().at, beforeId: anItem().id });
  expect(screen.getByText('End of the last 30 days.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('the chosen severity is asked for with those above', async () => {
  const { queries } = show({
    activity: ({ severity }) => ({ items: severity ? [] : [anItem()], hasMore: false }),
  });
  await screen.findByText('Lesson opened');
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'high' } });
  expect(await screen.findByText('Nothing of this severity')).toBeTruthy();
  expect(queries().at(-1)?.[1]).toMatchObject({ user, severity: ['critical', 'high'] });
});

test('open alerts stand above', async () => {
  const { asked } = show({ open: [openAlert] });
  expect(
    (await screen.findByRole('link', { name: 'Password guessing' })).getAttribute('href'),
  ).toBe('/admin/alerts?alert=a1');
  expect(asked).toHaveBeenCalledWith(
    alerts.list,
    expect.objectContaining({ user, status: ['active', 'acknowledged'] }),
  );
});

test('nothing recorded, and a failure, say so', async () => {
  show({ activity: () => ({ items: [], hasMore: false }) });
  expect(await screen.findByText('Nothing in the last 30 days')).toBeTruthy();
  expect(await screen.findByText('No open alerts.')).toBeTruthy();
  cleanup();
  show({ activity: () => Promise.reject(new TypeError('x')) });
  expect(await screen.findByText('Couldn’t load the activity')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test.each([
  [{ user }, /The user doesn’t exist, or is outside/],
  [{ address: '203.0.113.1' }, /only administrators for all places/],
] as const)('who may not see %o reads why', async (subject, text) => {
  const missing = new ApiError({
    status: 404,
    type: 'NotFoundError',
    code: 'RESOURCE_NOT_FOUND',
    message: 'x',
    correlationId: 'c-1',
    details: {},
  });
  show({ subject, activity: () => Promise.reject(missing) });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});
