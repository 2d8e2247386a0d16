import { ApiError } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { createBackOff } from '../outbox/redelivery.ts';
import type { ErrorEntry } from './error-entry.ts';
import { createErrorLog, type ErrorLogPorts } from './error-log.ts';
import { NearRateLimit } from './noticed-error.ts';
import { FLUSH_EVERY_MS, MOST_BUFFERED } from './retention.ts';

function setUp(given: Partial<ErrorLogPorts> = {}) {
  let kept: readonly ErrorEntry[] = [];
  let lastId = 0;
  const sent: ErrorEntry[][] = [];
  const timers = new Map<number, () => void>();
  const log = createErrorLog({
    store: {
      read: () => [...kept],
      write: (entries) => {
        kept = entries;
      },
    },
    now: () => 1_900_000_000_000,
    backOff: createBackOff(),
    every: (ms, work) => void timers.set(ms, work),
    newId: () => {
      lastId += 1;
      return `id-${lastId}`;
    },
    factsOf: () => ({ userId: 'me', userMessage: '', page: '/', language: 'en', online: true }),
    userId: () => 'me',
    sends: true,
    send: async (entries) => void sent.push([...entries]),
    ...given,
  });
  const notice = (error: unknown, operation = 'window', atMs = 1_900_000_000_000) =>
    log.take([{ error, operation, atMs }]);
  return { log, notice, sent, timers, kept: () => kept };
}

const apiError = (status: number) =>
  new ApiError({ status, type: 'x', code: 'INVALID_VALUE', message: 'x', correlationId: 'ref-1' });

describe('the error log', () => {
  test('keeps an entry with level, category and no secret', () => {
    const { notice, kept } = setUp();
    notice(new Error('token=abc of +919876543210'));
    notice(apiError(503), 'GET /users');
    expect(kept()).toMatchObject([
      { level: 'ERROR', category: 'script', message: 'token=[secret] of [number …10]' },
      { level: 'ERROR', category: 'server', operation: 'GET /users', correlationId: 'ref-1' },
    ]);
  });

  test('a playback error says what the player had met', () => {
    const { notice, kept } = setUp();
    notice(new Error('player.playbackFailed', { cause: { code: 6007 } }), 'playback');
    expect(kept()).toMatchObject([
      { level: 'ERROR', category: 'playback', metadata: { cause: 'code 6007' } },
    ]);
  });

  test('an error met in two places is one entry, and so is one that repeats', () => {
    const { log, notice, kept } = setUp();
    const error = new Error('x');
    notice(error, 'GET /users');
    notice(error, 'query');
    notice(new Error('x'), 'GET /users');
    expect(kept()).toHaveLength(1);
    expect(log.entryFor(error, 'toast').id).toBe('id-1');
  });

  test('a call that is held back before its rate limit is a warning', () => {
    const { notice, kept } = setUp();
    notice(new NearRateLimit('2 of 60 calls are left'), 'POST /notes');
    expect(kept()).toMatchObject([{ level: 'WARN', category: 'rate-limit' }]);
  });

  test('an aborted call is not an error', () => {
    const { notice, kept } = setUp();
    notice(new DOMException('stopped', 'AbortError'));
    expect(kept()).toEqual([]);
  });

  test('sends by the clock, 25 at a time, and a critical one at once', async () => {
    const { log, notice, sent, timers } = setUp();
    for (let n = 0; n < 30; n += 1) notice(new Error(`no ${n}`));
    expect(sent).toEqual([]);
    timers.get(FLUSH_EVERY_MS)?.();
    await log.flush();
    expect(sent.map((batch) => batch.length)).toEqual([25, 5]);
    notice(new Error('broken'), 'render');
    await log.flush();
    expect(sent.at(-1)).toMatchObject([{ level: 'CRITICAL', category: 'rendering' }]);
  });

  test('holds 100 until the server is back, and drops what it refuses', async () => {
    let status = 0;
    const sent: ErrorEntry[] = [];
    const { log, notice } = setUp({
      send: async (entries) => {
        if (status !== 200) throw apiError(status);
        sent.push(...entries);
      },
    });
    for (let n = 0; n < MOST_BUFFERED + 5; n += 1) notice(new Error(`no ${n}`));
    await log.flush();
    status = 200;
    await log.flush();
    expect(sent).toHaveLength(MOST_BUFFERED);
    status = 400;
    notice(new Error('refused'));
    await log.flush();
    status = 200;
    await log.flush();
    expect(sent).toHaveLength(MOST_BUFFERED);
  });

  test('asks a busy server again when it says, and at once for a user who waits', async () => {
    let nowMs = 0;
    let calls = 0;
    const { log, notice, timers } = setUp({
      backOff: createBackOff(
        () => nowMs,
        () => 1,
      ),
      send: async () => {
        calls += 1;
        throw new ApiError({
          status: 503,
          type: 'x',
          code: 'INVALID_VALUE',
          message: 'x',
          correlationId: null,
          retryAfterSeconds: 40,
        });
      },
    });
    const error = new Error('no 1');
    notice(error);
    const tick = async () => {
      timers.get(FLUSH_EVERY_MS)?.();
      await new Promise((resolve) => setTimeout(resolve));
    };
    await tick();
    nowMs = 30_000;
    await tick();
    expect(calls).toBe(1);
    nowMs = 60_000;
    await tick();
    expect(calls).toBe(2);
    await log.report(log.entryFor(error, 'window').id);
    expect(calls).toBeGreaterThan(2);
  });

  test('when switched off, sends only what a user reports', async () => {
    const { log, notice, sent } = setUp({ sends: false });
    const error = new Error('x');
    notice(error);
    await log.flush();
    expect(sent).toEqual([]);
    const { id } = log.entryFor(error, 'window');
    expect(await log.report(id)).toBe(true);
    expect(sent).toMatchObject([[{ id, acknowledgedByUser: true }]]);
  });

  test('a user does not send what another user met', async () => {
    const { log, notice, sent } = setUp({ userId: () => 'another' });
    notice(new Error('x'));
    await log.flush();
    expect(sent).toEqual([]);
  });

  test('says whether the server has an entry', async () => {
    const error = new Error('x');
    const { log } = setUp({ send: () => Promise.reject(apiError(0)) });
    expect(await log.deliver(log.entryFor(error, 'render').id)).toBe(false);
    const well = setUp();
    expect(await well.log.deliver(well.log.entryFor(error, 'render').id)).toBe(true);
  });
});
