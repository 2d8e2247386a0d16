import { ApiError } from '@prahari/contract';
import { type FailureKind, failureKindOf } from './failure-kind.ts';
import { shakaFields } from './shaka-fields.ts';

/** The player's word for a failure that the server did not explain (specification, section 8). */
export type FailureText =
  | 'player.playbackFailed'
  | 'player.loadFailed'
  | 'player.unsupportedBrowser'
  | 'player.engineInvalid'
  | 'player.engineCorrupted';

const TEXTS: Partial<Record<FailureKind, FailureText>> = {
  library: 'player.loadFailed',
  unsupported: 'player.unsupportedBrowser',
  engine: 'player.engineInvalid',
  corrupted: 'player.engineCorrupted',
};

export class PlaybackFailure extends Error {
  readonly kind: FailureKind;
  readonly textKey: FailureText;
  /** The library's own number of the error, for support; null when it named none. */
  readonly code: number | null;
  constructor(kind: FailureKind, cause?: unknown) {
    const textKey = TEXTS[kind] ?? 'player.playbackFailed';
    super(textKey, { cause });
    this.name = 'PlaybackFailure';
    this.kind = kind;
    this.textKey = textKey;
    this.code = shakaFields(cause).code;
  }
}

/** How deep Shaka wraps what a request filter threw: the filter's error inside the licence's. */
const deepest = 3;

/** The refusal of the API that Shaka wrapped, if that is what went wrong. */
function refusalIn(error: unknown, depth = 0): ApiError | null {
  if (error instanceof ApiError) return error;
  return depth < deepest ? refusalIn(shakaFields(error).data[0], depth + 1) : null;
}

/** The server's own reason when it gave one, else the player's word for the failure. */
export function explain(error: unknown): ApiError | PlaybackFailure {
  if (error instanceof PlaybackFailure) return error;
  return refusalIn(error) ?? new PlaybackFailure(failureKindOf(error), error);
}
