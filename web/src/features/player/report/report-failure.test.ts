import { ApiError, type Endpoint } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { createBackOff } from '../../../shared/outbox/redelivery.ts';
import { PlaybackFailure } from '../engine/playback-failure.ts';
import { aStream } from '../testing/a-stream.ts';
import type { ReporterPorts } from './playback-reporter.ts';
import { reportFailure } from './report-failure.ts';

function anApi() {
  const sent: unknown[] = [];
  async function call(_endpoint: Endpoint, input: unknown): Promise<never> {
    sent.push(input);
    throw new Error('offline');
  }
  const ports: ReporterPorts = {
    api: { call, headersFor: async () => ({}) },
    origin: 'https://learn.example',
    fetchKeepalive: async () => false,
    backOff: createBackOff(),
    later: () => undefined,
    now: () => new Date(),
    newId: () => 'one',
    measure: () => ({}),
    onOver: () => undefined,
    onCompleted: () => undefined,
  };
  return { sent, ports };
}
const broken = new PlaybackFailure('missing', { code: 1001 });
const refusal = new ApiError({
  status: 403,
  type: 'AuthorizationError',
  code: 'ACCESS_DENIED',
  message: '',
  correlationId: null,
});

describe('a failure that the learner sees', () => {
  test('is an event of its playback, at the place where the pictures stopped', () => {
    const { ports, sent } = anApi();
    reportFailure(ports, { error: broken, stream: aStream, atSeconds: 12 });
    expect(sent).toMatchObject([
      {
        params: { id: aStream.videoId },
        body: {
          playbackSession: aStream.playbackSessionId,
          events: [
            {
              event: 'error',
              position: 12,
              duration: 60,
              detail: { kind: 'missing', code: '1001' },
            },
          ],
        },
      },
    ]);
  });

  test('before the first picture leaves the place where the learner was', () => {
    const { ports, sent } = anApi();
    const stream = { ...aStream, resumeAtSeconds: 33 };
    reportFailure(ports, { error: new TypeError('x'), stream, atSeconds: null });
    expect(sent).toMatchObject([
      { body: { events: [{ position: 33, detail: { kind: 'unknown' } }] } },
    ]);
  });

  test.each([
    ['nothing was opened', { error: broken, stream: null, atSeconds: null }],
    ['the server refused', { error: refusal, stream: aStream, atSeconds: 1 }],
  ])('says nothing where %s', (_, failure) => {
    const { ports, sent } = anApi();
    reportFailure(ports, failure);
    expect(sent).toEqual([]);
  });
});
