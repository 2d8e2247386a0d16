import type { Video } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
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

test('the focus of ‘Publish’, which goes, is on ‘Watch’ afterwards', async () => {
  const video = { id: 'v1', title: 'Light', published: false } as Video;
  const call = async () => ({ ...video, published: true });
  render(
    <MemoryRouter at="/admin/uploads">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: call as unknown as Api['call'] })}>
          <ReadyActions video={video} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const publish = screen.getByRole('button', { name: 'Publish' });
  publish.focus();
  fireEvent.click(publish);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('link', { name: 'Watch' }));
});
