import { type AdminHome, ApiError, endpoints, type Permission } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { HomePage } from './HomePage.tsx';
import { aHome, aWeek } from './testing/a-home.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const failed = new ApiError({
  status: 503,
  type: 'InternalError',
  code: 'INTERNAL_SERVER_ERROR',
  message: 'x',
  correlationId: 'c-1',
  details: {},
});

/** Answers what was queued last for as long as nothing follows. */
const show = (...answers: (Partial<AdminHome> | ApiError)[]) => showTo([], ...answers);

/** The same to an administrator with rights. */
function showTo(rights: readonly Permission[], ...answers: (Partial<AdminHome> | ApiError)[]) {
  const session = createFakeSession({ ...learnerLogin, permissions: [...rights] });
  const asked = vi.fn();
  const call = async (endpoint: unknown) => {
    if (endpoint === endpoints.adminHome.week) return aWeek();
    if (endpoint === endpoints.users.list) return { items: [], total: 0 };
    asked();
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof ApiError) throw answer;
    return { ...aHome(), ...answer };
  };
  render(
    <MemoryRouter at="/admin">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ session, call: call as unknown as Api['call'] })}>
          <HomePage />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
}

const linkOf = (name: RegExp) => screen.findByRole('link', { name });

test('says so when all is well, and shows no set-up guide', async () => {
  show({});
  expect(await screen.findByText('Nothing needs your attention right now.')).toBeTruthy();
  // The numbers above say it: no card says nothing.
  expect(screen.queryByRole('heading', { name: 'Who is watching' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Jobs in progress' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Get started' })).toBeNull();
});

test('what needs attention links to the page that deals with it', async () => {
  show({
    jobs: { running: 0, queued: 0, waitingForRoom: 0, failedUploads: 2, items: [] },
    people: { blocked: 100 },
  });
  const uploads = await linkOf(/^Failed uploads\s*2$/);
  expect(uploads.getAttribute('href')).toBe('/admin/uploads');
  const blocked = await linkOf(/^Blocked users\s*100\+$/);
  expect(blocked.getAttribute('href')).toBe('/admin/users?f.status=blocked');
});

const anAlert = {
  id: 'a',
  ruleKey: null,
  title: 'Many exports at night',
  category: 'data_exfiltration',
  severity: 'critical',
  user: { id: 'u', name: 'Asha Verma' },
  lastSeenAt: '2026-11-20T11:59:00.000Z',
} as const;

test('open alerts stand before what is to be done, which begins with what is being lost', async () => {
  show({
    alerts: {
      open: { critical: 1, high: 2, medium: 9, low: 0, info: 0 },
      items: [anAlert],
    },
    jobs: { running: 0, queued: 0, waitingForRoom: 0, failedUploads: 2, items: [] },
    people: { blocked: 1 },
  });
  const alert = await linkOf(/^Many exports at night\s+Critical · Asha Verma/);
  expect(alert.getAttribute('href')).toBe('/admin/alerts?alert=a&f.range=90d');
  const rows = screen.getAllByRole('link', { name: /^(Failed|Many|Blocked)/ });
  expect(rows.map((row) => /^(Failed|Many|Blocked)/.exec(row.textContent!)?.[0])).toEqual([
    'Many',
    'Failed',
    'Blocked',
  ]);
  for (const name of ['Alerts', 'To do']) {
    expect(screen.getByRole('heading', { name: new RegExp(`^${name}`), level: 3 })).toBeTruthy();
  }
  const critical = await linkOf(/^1 critical$/);
  expect(critical.getAttribute('href')).toContain('f.severity=critical');
  expect(await linkOf(/^2 high priority$/)).toBeTruthy();
});

test('all is not called well while alerts are open', async () => {
  const open = { critical: 1, high: 0, medium: 0, low: 0, info: 0 };
  show({ alerts: { open, items: [anAlert] } });
  expect(await linkOf(/^Many exports at night/)).toBeTruthy();
  // All are listed: no count says it again.
  expect(screen.queryByRole('link', { name: /critical$/ })).toBeNull();
  expect(screen.queryByText('Nothing needs your attention right now.')).toBeNull();
});

test('shows playbacks, running jobs and failures', async () => {
  show({
    playing: {
      count: 12,
      items: [
        {
          id: 'p',
          user: { id: 'u', name: 'Asha Verma' },
          video: { id: 'v', title: 'Refraction of light' },
          openedAt: '2026-11-20T11:59:00.000Z',
        },
      ],
    },
    jobs: {
      running: 1,
      queued: 3,
      waitingForRoom: 0,
      failedUploads: 0,
      items: [
        {
          id: 'j',
          kind: 'upload',
          title: 'Lenses',
          state: 'running',
          progress: 0.42,
          waitsForRoom: false,
        },
      ],
    },
    clientErrors: { unresolved: 0, ofHour: 4 },
  });
  expect((await linkOf(/^Watching now/)).textContent).toContain('12');
  expect((await linkOf(/^Jobs running/)).textContent).toContain('Waiting: 3');
  expect((await linkOf(/^Technical errors, last hour\s+4/)).textContent).toContain(
    'Browser errors: 4',
  );
  expect((await linkOf(/^Asha Verma$/)).getAttribute('href')).toBe('/admin/users/u');
  expect(screen.getByText('Refraction of light')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42');
});

test('plays and sign-ins of the last days are bars, and tables for who sees none', async () => {
  show({});
  const plays = await screen.findByRole('table', { name: 'Plays' });
  expect(within(plays).getAllByRole('row')).toHaveLength(8);
  expect(
    within(plays)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['0', '3', '0', '0', '12', '0', '4']);
  expect(screen.getByRole('table', { name: 'Sign-ins' })).toBeTruthy();
  const most = await linkOf(/^Refraction$/);
  expect(most.getAttribute('href')).toBe('/admin/videos/v1');
  expect(screen.getByText('9 plays')).toBeTruthy();
});

test('each thing is counted once: incidents are no problems of the server', async () => {
  show({
    security: {
      seriousIncidents: 4,
      terminations: 0,
      reviewsRequested: 0,
      incidentsOfHour: 19,
      licenceFailuresOfHour: 2,
    },
  });
  expect(await linkOf(/^High-severity incidents, last 24 hours\s+4$/)).toBeTruthy();
  expect(await linkOf(/^Technical errors, last hour\s+2\s+Failed licences: 2$/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Right now' }).textContent).not.toContain('19');
});

test('of the figures, those that are not zero come first', async () => {
  show({ clientErrors: { unresolved: 0, ofHour: 4 } });
  await linkOf(/^Technical errors/);
  const figures = within(screen.getByRole('region', { name: 'Right now' })).getAllByRole('link');
  const names = figures.map(({ textContent }) => /^[\w ]+\w/.exec(textContent ?? '')?.[0]);
  expect(names).toEqual([
    expect.stringMatching(/^Disk used/),
    'Technical errors',
    expect.stringMatching(/^Watching now/),
    expect.stringMatching(/^Jobs running/),
    'High',
  ]);
});

test('an administrator of videos finds the upload here, others do not', async () => {
  showTo(['videos.write'], {});
  expect((await linkOf(/^Upload video$/)).getAttribute('href')).toBe('/admin/uploads');
  cleanup();
  showTo(['users.read'], {});
  await screen.findByText('Nothing needs your attention right now.');
  expect(screen.queryByRole('link', { name: 'Upload video' })).toBeNull();
});

test('without a right its part is missing, not empty', async () => {
  show({ playing: null, security: null, jobs: null, storage: null });
  expect(await linkOf(/^Technical errors, last hour/)).toBeTruthy();
  expect(screen.queryByText('Watching now')).toBeNull();
  expect(screen.queryByText('Jobs in progress')).toBeNull();
  expect(screen.queryByText(/^Incidents/)).toBeNull();
});

test('a new installation is led on, the next step first in line', async () => {
  show({
    setup: [
      { step: 'password', isDone: true },
      { step: 'people', isDone: false },
      { step: 'video', isDone: false },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Get started' })).toBeTruthy();
  expect(screen.getByText('1 of 3 done')).toBeTruthy();
  const steps = screen
    .getAllByRole('listitem')
    .filter((item) => item.textContent?.includes('first'));
  expect(steps).toHaveLength(2);
  const link = within(steps[0]!).getByRole('link', { name: 'Open: Add the first learner' });
  expect(link.getAttribute('href')).toBe('/admin/users');
  expect(screen.queryByRole('link', { name: /password/ })).toBeNull();
});

test('a part that can’t be loaded can be retried', async () => {
  show(failed, {});
  const retry = await screen.findByRole('button', { name: 'Retry' });
  fireEvent.click(retry);
  expect(await screen.findByText('Nothing needs your attention right now.')).toBeTruthy();
});

test('it asks again every 15 seconds, and keeps what it knows when that fails', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked = show({ people: { blocked: 1 } }, failed);
  await linkOf(/^Blocked users\s*1$/);
  expect(asked).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(asked).toHaveBeenCalledTimes(2);
  expect(await screen.findByText(/These numbers couldn’t be refreshed/)).toBeTruthy();
  expect(await linkOf(/^Blocked users\s*1$/)).toBeTruthy();
});
