import { type Audience, endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import type { Api } from '../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { nobodyYet } from './audience-draft.ts';
import { ReachNote } from './ReachNote.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});
afterEach(cleanup);

const admin = { ...learnerLogin, userType: 'ADMIN', adminScope: { level: 'global' } } as const;
const inDistricts = (...districts: string[]) => ({ ...nobodyYet, districts });

/** The note beside a form; the test answers each call by the districts that it asked for. */
function show() {
  const asked = new Map<string, (learners: number) => void>();
  const call = (endpoint: unknown, { body }: { body: Audience }) =>
    new Promise((resolve) => {
      if (endpoint !== endpoints.videos.countAudience) return;
      asked.set(body.districts.join(), (learners) => resolve({ learners, first: [] }));
    });
  const api = createFakeApi({ call: call as Api['call'], session: createFakeSession(admin) });
  const client = new QueryClient();
  const page = (draft: typeof nobodyYet) => (
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>
        <ReachNote draft={draft} />
      </ApiProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(page(nobodyYet));
  return {
    asked,
    choose: (...districts: string[]) => rerender(page(inDistricts(...districts))),
    chooseEveryone: () => rerender(page({ ...nobodyYet, everyone: true })),
    answer: (districts: string, learners: number) =>
      act(async () => {
        asked.get(districts)?.(learners);
        await vi.advanceTimersByTimeAsync(1);
      }),
  };
}
const rest = () => act(() => vi.advanceTimersByTimeAsync(400));
const said = () => screen.getByRole('status').textContent;

test('several choices in a row ask once, and a late answer is not shown for another audience', async () => {
  const { asked, choose, answer } = show();
  expect(said()).toContain('Choose at least one place or group.');
  choose('Pune');
  await rest();
  choose('Pune', 'Nashik');
  choose('Pune', 'Nashik', 'Goa');
  await rest();
  expect([...asked.keys()]).toEqual(['Pune', 'Pune,Nashik,Goa']);
  await answer('Pune,Nashik,Goa', 1234);
  await answer('Pune', 7);
  expect(said()).toBe('1,234 learners will see this');
});

test('a new installation is not warned that an audience has no learners', async () => {
  const { chooseEveryone, answer } = show();
  chooseEveryone();
  await rest();
  await answer('', 0);
  expect(said()).toBe('There are no learners yet. Those who join later will see this video.');
});

test('warns of an audience without learners', async () => {
  const { choose, answer } = show();
  choose('Atlantis');
  await rest();
  await answer('Atlantis', 0);
  expect(said()).toContain('the video won’t be visible to anyone');
});
