import { ApiError, type UserGroup } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import type { Api } from '../../shared/api/browser-api.ts';
import { createFakeApi } from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import { MembersDialog } from './groups/MembersDialog.tsx';
import { JobPage } from './uploads/JobPage.tsx';
import { UserDetailPage } from './users/detail/UserDetailPage.tsx';
import { VideoEditPage } from './videos/VideoEditPage.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

function show(page: ReactNode, call: Api['call']): void {
  render(
    <MemoryRouter at="/admin">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call })}>{page}</ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const refused = (status: number, reason?: string) => () =>
  Promise.reject(
    new ApiError({
      status,
      type: 'x',
      code: 'ACCESS_DENIED',
      message: 'x',
      correlationId: 'c-1',
      details: reason ? { reason } : {},
    }),
  );

test('a video that is for others too says so, with a way back and nothing to try again', async () => {
  show(<VideoEditPage />, refused(403, 'out_of_scope'));
  expect(await screen.findByRole('heading', { name: 'You can’t edit this video' })).toBeTruthy();
  expect(screen.getByText(/outside the area you administer/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Videos' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a user who is not found may be out of scope', async () => {
  show(<UserDetailPage />, refused(404));
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy();
  expect(screen.getByText(/or are outside the area you administer/)).toBeTruthy();
});

test('a video and an upload that are not found may be outside the area', async () => {
  show(<VideoEditPage />, refused(404));
  expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy();
  expect(screen.getByText(/or is outside the area you administer/)).toBeTruthy();
  cleanup();
  show(<JobPage />, refused(404));
  expect(await screen.findByRole('heading', { name: 'Upload not found' })).toBeTruthy();
  expect(screen.getByText(/outside the area you administer/)).toBeTruthy();
});

test('a group says that some of its members are not shown', async () => {
  const group: UserGroup = {
    lastLoginAt: null,
    id: '0199f3c0-0000-7000-8000-000000000001',
    name: 'Mixed batch',
    memberCount: 2,
    isWithinScope: false,
    createdAt: '2026-11-01T00:00:00.000Z',
  };
  const seen = { items: [], total: 2, page: 1, limit: 25 };
  const call: Api['call'] = async () => seen as never;
  show(<MembersDialog group={group} mayEdit={false} onClose={() => undefined} />, call);
  expect(await screen.findByText(/^You see 2 members\. Others are outside/)).toBeTruthy();
});
