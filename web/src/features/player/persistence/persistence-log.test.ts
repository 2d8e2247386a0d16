import { ApiError, type PersistenceEvent } from '@prahari/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBackOff } from '../../../shared/outbox/redelivery.ts';
import { classifyRequest, createPersistenceLog, type Noted, summarize } from './persistence-log.ts';

const videoId = '0199f3c0-0000-7000-8000-000000000001';
const request: Noted = {
  eventType: 'license_request',
  sessionId: 's',
  userId: 'u',
  videoId,
  networkCall: true,
};

let sent: PersistenceEvent[][];
let kept: readonly PersistenceEvent[];
let due: { ms: number; work: () => void }[];
let isDown: boolean;
let failure: unknown;
let nowMs: number;
let everyFiveMinutes: { ms: number; work: () => void };
beforeEach(() => {
  sent = [];
  kept = [];
  due = [];
  isDown = false;
  failure = new Error('no network');
  nowMs = 0;
});

function open() {
  return createPersistenceLog({
    now: () => 0,
    later(ms, work) {
      const one = { ms, work };
      due.push(one);
      return () => {
        due = due.filter((other) => other !== one);
      };
    },
    every(ms, work) {
      everyFiveMinutes = { ms, work };
      return () => undefined;
    },
    backOff: createBackOff(
      () => nowMs,
      () => 1,
    ),
    async send(events) {
      if (isDown) throw failure;
      sent.push([...events]);
    },
    store: {
      read: () => [...kept],
      write: (events) => {
        kept = events;
      },
    },
  });
}

describe('the status of a licence request', () => {
  test('is that of the specification', () => {
    expect(classifyRequest(1, true)).toBe('partial');
    expect(classifyRequest(1, false)).toBe('working');
    expect(classifyRequest(2, true)).toBe('failed');
    expect(classifyRequest(7, false)).toBe('working');
  });
});

describe('the log', () => {
  test('is sent after five seconds, or at fifty events', async () => {
    const log = open();
    log.note(request);
    expect(due.map(({ ms }) => ms)).toEqual([5000]);
    for (let i = 1; i < 50; i += 1) log.note({ ...request, eventType: 'cache_hit' });
    await log.flush();
    expect(sent.map((events) => events.length)).toEqual([50]);
    expect(due).toEqual([]);
    expect(kept).toEqual([]);
  });

  test('keeps the latest hundred for the next page, and no more than a thousand', async () => {
    isDown = true;
    const log = open();
    for (let i = 0; i < 1100; i += 1) log.note(request);
    await log.flush();
    expect(kept).toHaveLength(100);
    expect(kept.at(-1)?.requestNumber).toBe(1100);
    expect(log.summary().requests).toBe(1000);
    isDown = false;
    const next = open();
    expect(due.at(-1)?.ms).toBe(5000);
    await next.flush();
    expect(sent[0]).toHaveLength(50);
  });

  const answer = (status: number, retryAfterSeconds: number | null = null) =>
    new ApiError({
      status,
      retryAfterSeconds,
      type: '',
      code: 'ACCESS_DENIED',
      message: '',
      correlationId: null,
    });

  test('gives up a batch that is bad, so that it blocks nothing behind it', async () => {
    isDown = true;
    failure = answer(400);
    const log = open();
    log.note(request);
    await log.flush();
    expect(kept).toEqual([]);
    isDown = false;
    log.note({ ...request, eventType: 'cache_hit' });
    await log.flush();
    expect(sent.flat().map(({ eventType }) => eventType)).toEqual(['cache_hit']);
  });

  test('waits for a busy server as long as it asks, and is then sent automatically', async () => {
    isDown = true;
    failure = answer(503, 20);
    const log = open();
    log.note(request);
    due[0]?.work();
    await log.flush();
    for (let i = 1; i < 60; i += 1) log.note(request);
    expect(due.map(({ ms }) => ms)).toEqual([20_000]);
    isDown = false;
    nowMs = 20_000;
    due[0]?.work();
    await log.flush();
    expect(sent.map((events) => events.length)).toEqual([50]);
    // The rest follows.
    expect(due.map(({ ms }) => ms)).toEqual([5000]);
  });

  test('numbers the requests of each video separately', async () => {
    const log = open();
    const other = videoId.replace('1', '2');
    for (const id of [videoId, other, videoId]) log.note({ ...request, videoId: id });
    await log.flush();
    expect(sent[0]?.map((event) => [event.requestNumber, event.persistenceStatus])).toEqual([
      [1, 'partial'],
      [1, 'partial'],
      [2, 'failed'],
    ]);
  });
});

describe('the report', () => {
  test('a video works when several requests needed one network call', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 8 }), (calls) => {
        const events = calls.map((networkCall, i) => ({
          timestamp: '',
          sessionId: 's',
          userId: 'u',
          videoId,
          requestNumber: i + 1,
          eventType: 'license_request' as const,
          networkCall,
          persistenceStatus: classifyRequest(i + 1, networkCall),
          details: {},
        }));
        const isWorking = calls.length > 1 && calls.filter(Boolean).length === 1;
        expect(summarize(events).workingVideos).toEqual(isWorking ? [videoId] : []);
      }),
    );
  });

  test('recommends better caching under half of hits', () => {
    const log = open();
    log.note({ ...request, eventType: 'cache_hit', networkCall: false });
    log.note({ ...request, eventType: 'cache_miss' });
    expect(log.summary()).toMatchObject({ cacheHitRate: 0.5, recommendation: null });
    log.note({ ...request, eventType: 'cache_miss' });
    expect(log.summary().recommendation).toBe('improve_caching');
  });

  test('goes to the server every five minutes', async () => {
    const log = open();
    expect(everyFiveMinutes.ms).toBe(300_000);
    log.note({ ...request, eventType: 'cache_miss' });
    await log.flush();
    everyFiveMinutes.work();
    await log.flush();
    // No event of a licence: those would be counted as such.
    expect(sent[1]?.[0]?.eventType).toBe('performance_report');
    expect(sent[1]?.[0]?.details).toEqual({
      report: '0 requests, 0 network calls',
      cacheHitRate: '0.00',
      recommendation: 'improve_caching',
    });
  });
});
