import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { ReviewRequest } from './ReviewRequest.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('player');
});
afterEach(cleanup);

const videoId = '0199f3c0-0000-7000-8000-000000000001';

function show(reviewRequestedAt: string | null) {
  const asked: unknown[] = [];
  const call: Api['call'] = async (endpoint, input) => {
    if ((endpoint as unknown) === endpoints.videos.requestReview) {
      asked.push(input);
      return { requestedAt: '2026-11-20T10:00:00.000Z' } as never;
    }
    return {
      id: videoId,
      termination: { at: '2026-11-19T10:00:00.000Z', reviewRequestedAt },
    } as never;
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call })}>
        <ReviewRequest videoId={videoId} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return asked;
}

test('a learner asks for a review in the own words, once', async () => {
  const asked = show(null);
  fireEvent.click(screen.getByRole('button', { name: 'Ask for a review' }));
  const note = screen.getByRole('textbox', { name: /What happened\?/ });
  expect(document.activeElement).toBe(note);
  fireEvent.change(note, { target: { value: 'My brother pressed the key' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText(/^Review requested\./)).toBeTruthy();
  expect(asked).toEqual([
    { params: { id: videoId }, body: { note: 'My brother pressed the key' } },
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('who asked before is not asked again', async () => {
  show('2026-11-19T11:00:00.000Z');
  expect(await screen.findByText(/^Review requested\./)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
