import { ApiError, type Endpoint } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../../shared/api/browser-api.ts';
import { aStream as stream } from '../testing/a-stream.ts';
import { createReporter } from './playback-reporter.ts';

interface Sent {
  readonly id: string;
  readonly event: string;
  readonly position: number;
}

function setup(answer: () => Promise<unknown> = async () => ({ accepted: true })) {
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
  const reporter = createReporter(stream, {
    api,
    origin: 'https://learn.example',
    now: () => new Date('2026-11-20T12:00:00Z'),
    newId() {
      lastId += 1;
      return `${lastId}`;
    },
    onOver: (error) => void over.push(error.reason),
    onCompleted: () => void over.push('completed'),
    fetchKeepalive: (url, init) =>
      void kept.push({ url, body: JSON.parse(String(init.body)), headers: init.headers }),
  });
  const sent = () => calls.flat().map(({ event, position }) => [event, position]);
  return { reporter, calls, sent, kept, over };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const refusal = (status: number, reason?: string) =>
  new ApiError({
    ...{ status, type: 'AuthorizationError', code: 'ACCESS_DENIED', message: '' },
    ...{ details: reason ? { reason } : {}, correlationId: null },
  });

describe('playback reporter', () => {
  test('tells once that the server counts the lesson as completed', async () => {
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
        events: [{ event: 'pause', position: 12 }],
      },
      headers: { dpop: 'proof', 'content-type': 'application/json' },
    });
  });

  test('who never played, or has paused at that place, has nothing to tell', async () => {
    const { reporter, kept } = setup();
    reporter.leave({ position: 0, duration: 90 });
    reporter.report('pause', { position: 5, duration: 90 });
    await settled();
    reporter.leave({ position: 5, duration: 90 });
    expect(kept).toEqual([]);
  });

  test('what comes while a report is under way goes together, in order', async () => {
    const { reporter, calls } = setup();
    for (const position of [1, 2, 3]) reporter.report('seek', { position, duration: 90 });
    await settled();
    expect(calls.map((events) => events.map(({ position }) => position))).toEqual([[1], [2, 3]]);
  });

  test('what did not arrive goes again under the same id, also from a page that goes', async () => {
    let isOffline = true;
    const { reporter, calls, kept } = setup(async () => {
      if (isOffline) throw refusal(0);
    });
    reporter.report('play', { position: 1, duration: 90 });
    await settled();
    reporter.report('pause', { position: 2, duration: 90 });
    await settled();
    expect(calls.map((events) => events.map(({ id }) => id))).toEqual([['1'], ['1', '2']]);
    reporter.leave({ position: 2, duration: 90 });
    expect(kept[0]?.body.events.map(({ id }) => id)).toEqual(['1', '2', '3']);
    isOffline = false;
    await settled();
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
