import type { Endpoint } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../../shared/api/browser-api.ts';
import { aStream as stream } from '../testing/a-stream.ts';
import { createReporter } from './playback-reporter.ts';

function setup() {
  const calls: { event: string; position: number }[] = [];
  const kept: { url: string; body: unknown; headers: unknown }[] = [];
  async function call(_endpoint: Endpoint, input: unknown): Promise<never> {
    calls.push((input as { body: { event: string; position: number } }).body);
    return { accepted: true } as never;
  }
  const api: Pick<Api, 'call' | 'headersFor'> = {
    call,
    headersFor: async () => ({ dpop: 'proof' }),
  };
  const reporter = createReporter(stream, {
    api,
    origin: 'https://learn.example',
    now: () => new Date('2026-11-20T12:00:00Z'),
    fetchKeepalive: (url, init) =>
      void kept.push({ url, body: JSON.parse(String(init.body)), headers: init.headers }),
  });
  return { reporter, calls, kept };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('playback reporter', () => {
  test('reports progress once at each marked second', () => {
    const { reporter, calls } = setup();
    for (const position of [29.8, 30.05, 30.3, 31, 60.1])
      reporter.moved({ position, duration: 90 });
    expect(calls.map(({ event, position }) => [event, position])).toEqual([
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
      body: { event: 'pause', position: 12, playbackSession: stream.playbackSessionId },
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
});
