import {
  endpoints,
  type LearnerOfflineCopy,
  type Permission,
  type UserDetail,
} from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
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
import { OfflineCopiesCard } from './OfflineCopiesCard.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
  await loadTexts('account');
});
afterEach(cleanup);

const user = { id: '0199f3c0-0000-7000-8000-000000000001', userType: 'LEARNER' } as UserDetail;

const aCopy = (change: Partial<LearnerOfflineCopy>): LearnerOfflineCopy => ({
  id: '0199f3c0-0000-7000-8000-00000000000a',
  videoId: '0199f3c0-0000-7000-8000-00000000000b',
  title: 'Light',
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-27T10:00:00Z',
  state: 'valid',
  revokedFor: null,
  device: 'Chrome 150 on Windows',
  checkedAt: null,
  ...change,
});

/** Shows the card of a learner with these copies; without any, the call fails. */
function show(copies: readonly LearnerOfflineCopy[] | null, permissions: Permission[] = []) {
  const revoked: unknown[] = [];
  const call = async (endpoint: unknown, input: unknown) => {
    if (endpoint === endpoints.offline.revoke) {
      revoked.push(input);
      return {};
    }
    if (copies === null) throw new Error('the line is down');
    return { items: copies, page: 1, limit: 50, total: copies.length };
  };
  const session = createFakeSession({ ...learnerLogin, userType: 'ADMIN', permissions });
  render(
    <MemoryRouter at="/admin/users/1">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={createFakeApi({ call: call as Api['call'], session })}>
          <OfflineCopiesCard user={user} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return revoked;
}

test('says what is kept where, and why some of it may be played no more', async () => {
  show([
    aCopy({ id: '0199f3c0-0000-7000-8000-00000000000c' }),
    aCopy({ title: 'Sound', state: 'revoked', revokedFor: 'replaced' }),
  ]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(/^Light Playable.*Chrome 150.*Expires.*not checked yet/);
  expect(second?.textContent).toMatch(/^Sound Revoked.*Replaced by a newer copy/);
  // Without the right to manage devices.
  expect(screen.queryByRole('button')).toBeNull();
});

test('revokes a copy once that was confirmed', async () => {
  const copy = aCopy({});
  const over = aCopy({ id: '0199f3c0-0000-7000-8000-00000000000d', state: 'expired' });
  const revoked = show([copy, over], ['devices.manage']);
  const buttons = await screen.findAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Revoke Light']);
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Light' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(revoked).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(revoked).toEqual([{ params: { id: copy.id } }]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('says that there is none, and that they could not be read', async () => {
  show([]);
  expect(await screen.findByText('No offline copies.')).toBeTruthy();
  cleanup();
  show(null);
  expect(await screen.findByText('Couldn’t load the offline copies')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
