import { ApiError } from '@prahari/contract';
import { expect, test } from 'vitest';
import { PlaybackFailure } from '../engine/playback-failure.ts';
import { findFailureTexts } from './failure-texts.ts';

const refusal = (status: number, reason?: string) =>
  new ApiError({
    status,
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: '',
    details: reason ? { reason } : {},
    correlationId: null,
  });

test.each([
  ['no answer', refusal(0), 'playerTrouble.offlineStep'],
  ['the server is busy', refusal(503), 'playerTrouble.busyStep'],
  ['it is not for this learner', refusal(403, 'key_not_entitled'), 'playerTrouble.deniedStep'],
  ['it ended elsewhere', refusal(403, 'playback_session_ended'), 'playerTrouble.endedStep'],
  ['it plays elsewhere', refusal(403, 'too_many_streams'), null],
  ['it was moved', refusal(403, 'playback_moved'), null],
  ['an unknown error', new Error('x'), 'playerTrouble.unknownStep'],
  ['a part is missing', new PlaybackFailure('missing'), 'playerTrouble.missingStep'],
])('the next step when %s', (_, error, step) => {
  expect(findFailureTexts(error).step).toBe(step);
});
