import { ApiError } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyFailure, explain, PlaybackFailure } from './playback-failure.ts';

const refusal = new ApiError({
  status: 403,
  type: 'AuthorizationError',
  code: 'ACCESS_DENIED',
  message: 'x',
  details: { reason: 'key_not_entitled' },
  correlationId: 'c-1',
});
const address = 'https://x.example/1.m4s';

describe('playback failure', () => {
  test.each([
    refusal,
    { code: 1006, data: [refusal] },
    { code: 6007, data: [{ code: 1006, data: [refusal] }] },
  ])('a refusal is found however it is wrapped (%#)', (error) => {
    expect(explain(error)).toBe(refusal);
  });

  test.each([
    [{ code: 6001, data: [] }, 'unsupported', 'player.unsupportedBrowser'],
    [{ code: 6020, data: [] }, 'unsupported', 'player.unsupportedBrowser'],
    [{ code: 3016, data: [] }, 'media', 'player.playbackFailed'],
    [{ code: 3017, data: [] }, 'memory', 'player.playbackFailed'],
    [{ code: 7003, data: [] }, 'engine', 'player.engineInvalid'],
    [{ code: 5006, data: [] }, 'corrupted', 'player.engineCorrupted'],
    [{ code: 1001, data: [address, 404] }, 'missing', 'player.playbackFailed'],
    [{ code: 1001, data: [address, 403] }, 'refused', 'player.playbackFailed'],
    [{ code: 1001, data: [address, 503] }, 'busy', 'player.playbackFailed'],
    [{ code: 1002, data: [address] }, 'offline', 'player.playbackFailed'],
    [{ code: 1003, data: [address] }, 'offline', 'player.playbackFailed'],
    [{ code: 4001, data: [] }, 'manifest', 'player.playbackFailed'],
    [{ code: 4036, data: [] }, 'manifest', 'player.playbackFailed'],
    [{ code: 4032, data: [] }, 'codec', 'player.playbackFailed'],
    [{ code: 6007, data: [] }, 'licence', 'player.playbackFailed'],
    [{ code: 6014, data: [] }, 'expired', 'player.playbackFailed'],
    [{ code: 6018, data: [] }, 'output', 'player.playbackFailed'],
    [{ code: 6003, data: [] }, 'protection', 'player.playbackFailed'],
    [new TypeError('x'), 'unknown', 'player.playbackFailed'],
    [undefined, 'unknown', 'player.playbackFailed'],
    [new PlaybackFailure('library'), 'library', 'player.loadFailed'],
  ])('%o is %s, told as %s', (error, kind, textKey) => {
    expect(explain(error)).toMatchObject({ kind, textKey });
  });

  test('property: every thrown value has a class, none by accident of inherited properties', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(typeof classifyFailure(thrown)).toBe('string');
      }),
    );
  });
});
