import { ApiError } from '@prahari/contract';
import { type FailureKind, PlaybackFailure } from '../engine/playback-failure.ts';

/** Keys of the likely cause and the next step of a failure; null where the error says it all. */
export function findFailureTexts(error: unknown) {
  if (error instanceof PlaybackFailure) {
    const kind: FailureKind = error.kind;
    return {
      cause: `playerTrouble.${kind}Cause`,
      step: `playerTrouble.${kind}Step`,
    } as const;
  }
  if (!(error instanceof ApiError))
    return { cause: null, step: 'playerTrouble.unknownStep' } as const;
  return { cause: null, step: stepOfRefusal(error) } as const;
}

function stepOfRefusal({ status, reason }: ApiError) {
  if (status === 0) return 'playerTrouble.offlineStep' as const;
  if (status >= 500) return 'playerTrouble.busyStep' as const;
  if (reason === 'playback_session_ended') return 'playerTrouble.endedStep' as const;
  // The button beside it is the next step.
  if (reason === 'too_many_streams' || reason === 'playback_moved') return null;
  const isDenied = reason === 'key_not_entitled' || reason === 'video_not_available';
  return isDenied || status === 403 || status === 404
    ? ('playerTrouble.deniedStep' as const)
    : null;
}
