import { ApiError } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { explain, httpRefusalOf, PlaybackFailure } from './playback-failure.ts';

const envelope = JSON.stringify({
  error: {
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: 'x',
    details: { reason: 'key_not_entitled' },
  },
  meta: { timestamp: '2026-11-20T12:00:00Z', path: '/x', correlationId: 'c-1' },
});
const badStatus = {
  code: 1001,
  data: ['https://x.example/licence', 403, envelope, { 'dpop-nonce': 'n2' }],
};

describe('playback failure', () => {
  test('a refused licence says why the server refused', async () => {
    const reason = await explain({ code: 6007, data: [badStatus] });
    expect(reason).toBeInstanceOf(ApiError);
    expect(reason).toMatchObject({ status: 403, reason: 'key_not_entitled', correlationId: 'c-1' });
  });

  test('headers of the refusal are kept, for the nonce', () => {
    expect(httpRefusalOf(badStatus)?.headers).toEqual({ 'dpop-nonce': 'n2' });
  });

  test.each([
    [{ code: 6001, data: [] }, 'player.unsupportedBrowser'],
    [{ code: 3016, data: [] }, 'player.playbackFailed'],
    [new TypeError('x'), 'player.playbackFailed'],
    [undefined, 'player.playbackFailed'],
    [new PlaybackFailure('player.loadFailed'), 'player.loadFailed'],
  ])('%o is told as %s', async (error, textKey) => {
    expect(await explain(error)).toMatchObject({ textKey });
  });
});
