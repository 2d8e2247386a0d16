import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryKeys } from '../../../domain/query-keys.ts';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { Toaster } from '../../../ui/Toaster.tsx';
import { LiveAlerts } from './LiveAlerts.tsx';
import { LiveBadge } from './LiveBadge.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What a page shows of alerts: how often it was read. */
function Reader({ read }: { readonly read: () => number }) {
  const { data } = useQuery({ queryKey: queryKeys.alerts, queryFn: async () => read() });
  return <p>read {data}</p>;
}

function show() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(opened) {
        controller = opened;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  vi.stubGlobal('fetch', asked);
  let reads = 0;
  const api = createFakeApi({
    call: (async () => ({})) as unknown as Api['call'],
    headersFor: async () => ({ 'x-device-token': 'proof' }),
  });
  render(
    <MemoryRouter at="/admin">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <Toaster label="Notifications" closeLabel="Close" />
          <LiveAlerts />
          <LiveBadge />
          <Reader
            read={() => {
              reads += 1;
              return reads;
            }}
          />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const send = (text: string) => controller?.enqueue(encoder.encode(text));
  return { asked, send };
}

const event = (severity: string, id: string) =>
  `event: alert\ndata: ${JSON.stringify({ id, title: 'Many exports', severity, status: 'active', isTest: false })}\n\n`;

test('a serious alert is announced politely, and what the page shows is read again', async () => {
  const { asked, send } = show();
  expect(await screen.findByText('Live')).toBeTruthy();
  const [url, init] = asked.mock.calls[0] ?? [];
  expect(url).toMatch(/\/admin\/alerts\/live$/);
  expect(init?.headers).toEqual({ 'x-device-token': 'proof' });
  await screen.findByText('read 1');
  send(event('medium', 'a'));
  await screen.findByText('read 2');
  expect(screen.queryByText(/^New alert/)).toBeNull();
  send(event('high', 'b'));
  const message = await screen.findByText('New alert: Many exports');
  expect(message.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  await waitFor(() => expect(screen.getByText(/^read/).textContent).toBe('read 3'));
});

test('the stream ends with the page', async () => {
  const { asked } = show();
  await screen.findByText('Live');
  const signal = asked.mock.calls[0]?.[1]?.signal;
  expect(signal?.aborted).toBe(false);
  cleanup();
  expect(signal?.aborted).toBe(true);
});
