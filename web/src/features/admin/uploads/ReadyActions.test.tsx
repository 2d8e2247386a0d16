import type { ManagedVideo } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { managedVideo } from '../../../domain/videos/testing/managed-video.ts';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { ReadyActions } from './ReadyActions.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

function show(release: ManagedVideo['release'], size: 'regular' | 'compact' = 'regular') {
  const video = { ...managedVideo, title: 'Light', release, published: release === 'published' };
  const call = async () => ({ ...video, published: !video.published });
  const spied = vi.fn(call);
  render(
    <MemoryRouter at="/admin/uploads">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: spied as unknown as Api['call'] })}>
          <ReadyActions video={video} size={size} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return spied;
}

test('the focus of ‘Publish’, which goes, is on the menu afterwards', async () => {
  show('draft');
  const publish = screen.getByRole('button', { name: 'Publish' });
  publish.focus();
  fireEvent.click(publish);
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('button', { name: 'More actions: Light' }));
});

test('what takes a video from learners is in the menu', async () => {
  const call = show('published');
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('button', { name: 'More actions: Light' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Unpublish' }));
  await expect.poll(() => call.mock.calls.length).toBe(1);
  expect(call.mock.calls[0]).toMatchObject([{}, { body: { published: false } }]);
});

test('a video that has its date offers no ‘Publish’', () => {
  show('scheduled');
  expect(screen.getByRole('link', { name: 'Watch' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
});

test('a row has ‘Watch’ in its menu alone', async () => {
  show('published', 'compact');
  expect(screen.queryByRole('link', { name: 'Watch' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('button', { name: 'More actions: Light' }), { key: 'Enter' });
  expect(await screen.findByRole('menuitem', { name: 'Watch' })).toBeDefined();
});
