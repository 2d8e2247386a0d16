import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../../shared/routing/testing/MemoryRouter.tsx';
import { CheckTab } from './CheckTab.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const video = { id: 'v1', title: 'The water cycle', isVisible: true, termination: null };
const check = {
  verdict: 'plays',
  session: null,
  rules: [],
  at: '2026-11-01T00:00:00.000Z',
  video: { ...video, audience: [] },
};

function show({ isOpening = false } = {}) {
  const call = async (endpoint: unknown) => {
    if (endpoint === endpoints.learners.checkPlayback) return check;
    return { items: endpoint === endpoints.learners.videos ? [video] : [], total: 1 };
  };
  render(
    <MemoryRouter at="/admin/users/u1?tab=check">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: call as Api['call'] })}>
          <CheckTab userId="u1" isOpening={isOpening} />
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
