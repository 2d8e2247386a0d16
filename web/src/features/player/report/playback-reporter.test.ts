import { ApiError, type Endpoint } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createBackOff } from '../../../shared/outbox/redelivery.ts';
import { aStream as stream } from '../testing/a-stream.ts';
import { createReporter } from './playback-reporter.ts';

interface Sent {
  readonly id: string;
  readonly event: string;
  readonly position: number;
  readonly detail?: unknown;
}

function setup(
  answer: () => Promise<unknown> = async () => ({ accepted: true }),
  partingArrives = true,
) {
  const calls: Sent[][] = [];
  const kept: { url: string; body: { events: Sent[] }; headers: unknown }[] = [];
  const over: (string | null)[] = [];
  async function call(_endpoint: Endpoint, input: unknown): Promise<never> {
    calls.push((input as { body: { events: Sent[] } }).body.events);
    return (await answer()) as never;
  }
  const api: Pick<Api, 'call' | 'headersFor'> = {
    call,
    headersFor: async () => ({ dpop: 'proof' }),
  };
  let lastId = 0;
  let nowMs = Date.parse('2026-11-20T12:00:00Z');
  let due: { atMs: number; work: () => void }[] = [];
  /** Runs the timers that are due. */
  async function pass(ms: number) {
    nowMs += ms;
    const now = due.filter(({ atMs }) => atMs <= nowMs);
    due = due.filter((one) => !now.includes(one));
    for (const { work } of now) work();
    await settled();
  }
  const reporter = createReporter(stream, {
    api,
    origin: 'https://learn.example',
    now: () => new Date(nowMs),
    backOff: createBackOff(
      () => nowMs,
      () => 1,
    ),
    later: (ms, work) => void due.push({ atMs: nowMs + ms, work }),
    newId() {
      lastId += 1;
      return `${lastId}`;
    },
    measure: (event): Record<string, string> => (event === 'pause' ? { frames: '25' } : {}),
    onOver: (error) => void over.push(error.reason),
    onCompleted: () => void over.push('completed'),
    async fetchKeepalive(url, init) {
      kept.push({ url, body: JSON.parse(String(init.body)), headers: init.headers });
      return partingArrives;
    },
  });
  const sent = () => calls.flat().map(({ event, position }) => [event, position]);
  return { reporter, calls, sent, kept, over, pass };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const refusal = (status: number, reason?: string, retryAfterSeconds?: number) =>
  new ApiError({
    retryAfterSeconds: retryAfterSeconds ?? null,
    status,
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: '',
    details: reason ? { reason } : {},
    correlationId: null,
  });

describe('playback reporter', () => {
  test('tells once that the server counts the video as completed', async () => {
    let completed = false;
    const { reporter, over } = setup(async () => ({ accepted: true, completed }));
    reporter.report('play', { position: 0, duration: 90 });
    await settled();
    expect(over).toEqual([]);
    completed = true;
    for (const position of [85, 90]) {
      reporter.report('pause', { position, duration: 90 });
      await settled();
    }
    expect(over).toEqual(['completed']);
  });

  test('reports progress once at each marked second', async () => {
    const { reporter, sent } = setup();
    for (const position of [29.8, 30.05, 30.3, 31, 60.1])
      reporter.moved({ position, duration: 90 });
    await settled();
    expect(sent()).toEqual([
      ['progress', 30],
      ['progress', 60],
    ]);
  });

  test('a page that goes away tells its place, once, with a proof made ahead', async () => {
    const { reporter, kept } = setup();
    reporter.report('play', { position: 3, duration: 90 });
    await settled();
    reporter.leave({ position: 12, duration: 90 });
    reporter.leave({ position: 12, duration: 90 });
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({
      url: 'https://learn.example/api/v1/videos/8e4df3a4-1111-4a2b-8c3d-000000000002/analytics',
      body: {
        playbackSession: stream.playbackSessionId,
        events: [{ event: 'pause', position: 12, detail: { frames: '25' } }],
      },
      headers: { dpop: 'proof', 'content-type': 'application/json' },
    });
  });

  test('a player that never played, or has paused at that position, reports nothing', async () => {
    const { reporter, kept } = setup();
    reporter.leave({ position: 0, duration: 90 });
    reporter.report('pause', { position: 5, duration: 90 });
    await settled();
    reporter.leave({ position: 5, duration: 90 });
    expect(kept).toEqual([]);
  });

  test('an event says what was measured, beside what it is told with', async () => {
    const { reporter, calls } = setup();
    reporter.report('seek', { position: 5, duration: 90 }, { from: '1.0' });
    reporter.report('play', { position: 5, duration: 90 });
    reporter.report('pause', { position: 5, duration: 90 }, { from: '2.0' });
    await settled();
    expect(calls.flat().map(({ detail }) => detail)).toEqual([
      { from: '1.0' },
      undefined,
      { from: '2.0', frames: '25' },
    ]);
  });

  test('events during a report are sent together, in order', async () => {
    const { reporter, calls } = setup();
    for (const position of [1, 2, 3]) reporter.report('seek', { position, duration: 90 });
    await settled();
    expect(calls.map((events) => events.map(({ position }) => position))).toEqual([[1], [2, 3]]);
  });

  test('undelivered events are sent again under the same id, also from a closing page', async () => {
    let isOffline = true;
    const { reporter, calls, kept, pass } = setup(async () => {
      if (isOffline) throw refusal(0);
      return { accepted: true };
    }, false);
    reporter.report('play', { position: 1, duration: 90 });
    await settled();
    reporter.report('pause', { position: 2, duration: 90 });
    await settled();
    const ids = () => calls.map((events) => events.map(({ id }) => id).join(' '));
    expect(ids()).toEqual(['1']);
    await pass(1000);
    expect(ids()).toEqual(['1', '1 2']);
    reporter.leave({ position: 2, duration: 90 });
    expect(kept[0]?.body.events.map(({ id }) => id)).toEqual(['1', '2', '3']);
    isOffline = false;
    await settled();
    await pass(2000);
    // The page stayed after all, or another one of the same document.
    expect(ids()).toEqual(['1', '1 2', '1 2 3']);
    await pass(600_000);
    expect(calls).toHaveLength(3);
  });

  test.each([
    ['a server whose database is away', 503],
    ['a server that had too many reports', 429],
    ['a gateway without a server', 502],
  ])('%s is told later, not before it says, and all of it', async (_, status) => {
    let isAway = true;
    const { reporter, calls, pass } = setup(async () => {
      if (isAway) throw refusal(status, undefined, 7);
      return { accepted: true };
    });
    for (let position = 1; position <= 120; position += 1) {
      reporter.report('progress', { position, duration: 900 });
    }
    await settled();
    await pass(6999);
    expect(calls).toHaveLength(1);
    await pass(1);
    expect(calls).toHaveLength(2);
    isAway = false;
    await pass(7000);
    const arrived = calls.slice(2);
    expect(arrived.map((events) => events.length)).toEqual([50, 50, 20]);
    expect(arrived.flat().map(({ position }) => position)).toEqual(
      Array.from({ length: 120 }, (_, at) => at + 1),
    );
  });

  test('a batch that is bad is given up, and does not block what comes behind it', async () => {
    let status = 400;
    const { reporter, calls, pass } = setup(async () => {
      if (status !== 200) throw refusal(status);
      return { accepted: true };
    });
    reporter.report('play', { position: 1, duration: 90 });
    await settled();
    status = 200;
    reporter.report('pause', { position: 2, duration: 90 });
    await settled();
    await pass(600_000);
    expect(calls.map((events) => events.map(({ id }) => id))).toEqual([['1'], ['2']]);
  });

  test('a refusal is not asked for again, and says when playback is over', async () => {
    const { reporter, calls, over } = setup(async () => {
      throw refusal(403, 'playback_moved');
    });
    reporter.report('play', { position: 1, duration: 90 });
    await settled();
    reporter.report('pause', { position: 2, duration: 90 });
    await settled();
    expect(calls.map((events) => events.length)).toEqual([1, 1]);
    expect(over).toEqual(['playback_moved', 'playback_moved']);
  });
});
