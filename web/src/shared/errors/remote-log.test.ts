import { ApiError } from '@prahari/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { createBackOff } from '../outbox/redelivery.ts';
import { createErrorEntry, type ErrorEntry } from './error-entry.ts';
import { createRemoteLog, sendToRemoteLog } from './remote-log.ts';
import { FLUSH_EVERY_MS, MOST_BUFFERED } from './retention.ts';

afterEach(() => void vi.unstubAllGlobals());

const facts = { userId: null, userMessage: '', page: '/login', language: 'en', online: true };
const entryOf = (error: unknown, operation = 'window') =>
  createErrorEntry(crypto.randomUUID(), { operation, error, atMs: 0 }, facts);
const refusal = (status: number, reason?: string) =>
  new ApiError({
    status,
    type: 'x',
    code: 'INVALID_VALUE',
    message: 'x',
    correlationId: null,
    ...(reason === undefined ? {} : { details: { reason } }),
  });

/** A log that answers with a status; 0: it is not reached. */
function setup() {
  let status = 200;
  let nowMs = 0;
  let tick = () => {};
  const batches: (readonly ErrorEntry[])[] = [];
  const log = createRemoteLog({
    every: (ms, work) => {
      expect(ms).toBe(FLUSH_EVERY_MS);
      tick = work;
    },
    backOff: createBackOff(() => nowMs),
    async send(entries) {
      if (status !== 200) throw refusal(status);
      batches.push(entries);
    },
  });
  return {
    log,
    batches,
    answer: (next: number) => {
      status = next;
    },
    async passTime() {
      nowMs += FLUSH_EVERY_MS;
      tick();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test('sends what waits every 30 s, and nothing when nothing happened', async () => {
  const { log, batches, passTime } = setup();
  await passTime();
  log.add(entryOf(new Error('one')));
  log.add(entryOf(new Error('two')));
  expect(batches).toEqual([]);
  await passTime();
  await passTime();
  expect(batches).toMatchObject([[{ message: 'one' }, { message: 'two' }]]);
});

test('sends a critical one at once', () => {
  const { log, batches } = setup();
  log.add(entryOf(new Error('broken'), 'render'));
  expect(batches).toMatchObject([[{ level: 'CRITICAL' }]]);
});

test('keeps the newest 100 until the log is back, and drops what it refuses', async () => {
  const { log, batches, answer, passTime } = setup();
  answer(0);
  for (let n = 0; n < MOST_BUFFERED + 5; n += 1) log.add(entryOf(new Error(`no ${n}`)));
  await passTime();
  answer(200);
  await passTime();
  expect(batches.map((batch) => batch.length)).toEqual([MOST_BUFFERED]);
  expect(batches[0]?.[0]).toMatchObject({ message: 'no 5' });
  answer(413);
  log.add(entryOf(new Error('too large')));
  await passTime();
  answer(200);
  await passTime();
  expect(batches).toHaveLength(1);
});

test('does not send refusals that a page expects', async () => {
  const { log, batches, passTime } = setup();
  log.add(entryOf(refusal(403, 'too_many_streams'), 'POST /videos/{id}/stream'));
  await passTime();
  expect(batches).toEqual([]);
});

test('sends entries without secrets, cookies, tokens and the address of the page', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(null));
  vi.stubGlobal('fetch', fetched);
  const secret = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWl0';
  const entry = entryOf(new Error(`token ${secret} of +919876543210 at /media/abc.def/a.mpd?k=1`));
  const metadata = { clientName: 'prahari-web', clientVersion: '1' };
  await sendToRemoteLog('https://logs.example.org/v1', [entry], metadata);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('https://logs.example.org/v1');
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
  });
  const body = String(init?.body);
  expect(JSON.parse(body)).toMatchObject({ logs: [{ id: entry.id }], metadata });
  for (const part of [secret, '9876543210', 'abc.def', 'k=1']) expect(body).not.toContain(part);
});

test.each([
  [503, { status: 503 }],
  ['not reached', { status: 0 }],
])('says when the log did not take them: %s', async (answer, error) => {
  vi.stubGlobal('fetch', async () => {
    if (typeof answer !== 'number') throw new TypeError('Failed to fetch');
    return new Response(null, { status: answer });
  });
  const sent = sendToRemoteLog('https://x.example/v1', [], { clientName: 'a', clientVersion: '1' });
  await expect(sent).rejects.toMatchObject(error);
});
