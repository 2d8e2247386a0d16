import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { UploadDesk } from './UploadDesk.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

/** How an MP4 begins. */
const head = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypmp42'), 0, 0, 0, 0]);

test('what was sent, and what is to do with it next, has the focus and is scrolled to', async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const call = (endpoint: unknown) =>
    // The video is announced for as long as the test looks.
    endpoint === endpoints.videos.create
      ? new Promise(() => undefined)
      : Promise.resolve({
          items: [],
          total: 0,
          categories: [],
          tags: [],
          limits: { uploadMaxBytes: 5e9 },
        });
  render(
    <MemoryRouter at="/admin/uploads">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call: call as Api['call'] })}>
          <UploadDesk>
            <p>Your videos so far</p>
          </UploadDesk>
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByText(/up to 5 GB each$/)).toBeTruthy();
  // Before there is a file, there is nothing to say of it.
  expect(screen.queryByRole('button', { name: 'Upload video' })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  const file = new File([head], 'light.mp4', { type: 'video/mp4' });
  fireEvent.change(screen.getByLabelText('Drop videos here'), { target: { files: [file] } });
  const title = await screen.findByRole('textbox', { name: 'Title' });
  fireEvent.change(title, { target: { value: 'Light' } });
  expect(scrolled).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Upload video' }));
  const standing = screen.getByRole('region', { name: 'Your videos' });
  await expect.poll(() => document.activeElement).toBe(standing);
  expect(scrolled).toHaveBeenCalledOnce();
  expect(within(standing).getByText('Light')).toBeTruthy();
  expect(within(standing).getByText('Your videos so far')).toBeTruthy();
});
