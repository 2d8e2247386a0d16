import { ApiError } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { explain, PlaybackFailure } from './playback-failure.ts';

const refusal = new ApiError({
  status: 403,
  type: 'AuthorizationError',
  code: 'ACCESS_DENIED',
  message: 'x',
  details: { reason: 'key_not_entitled' },
  correlationId: 'c-1',
});

describe('playback failure', () => {
  test.each([
    refusal,
    { code: 1006, data: [refusal] },
    { code: 6007, data: [{ code: 1006, data: [refusal] }] },
  ])('a refusal is found however it is wrapped (%#)', (error) => {
    expect(explain(error)).toBe(refusal);
  });

  test.each([
    [{ code: 6001, data: [] }, 'player.unsupportedBrowser'],
    [{ code: 3016, data: [] }, 'player.playbackFailed'],
    [new TypeError('x'), 'player.playbackFailed'],
    [undefined, 'player.playbackFailed'],
    [new PlaybackFailure('player.loadFailed'), 'player.loadFailed'],
  ])('%o is told as %s', (error, textKey) => {
    expect(explain(error)).toMatchObject({ textKey });
  });
});
