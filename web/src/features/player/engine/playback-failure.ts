import { ApiError } from '@prahari/contract';

/** What the player can say about a failure that the server did not explain (section 8). */
export type FailureText =
  | 'player.playbackFailed'
  | 'player.loadFailed'
  | 'player.unsupportedBrowser';

export class PlaybackFailure extends Error {
  readonly textKey: FailureText;
  constructor(textKey: FailureText, cause?: unknown) {
    super(textKey, { cause });
    this.name = 'PlaybackFailure';
    this.textKey = textKey;
  }
}

/** Shaka's numbers (shaka.util.Error.Code) for what we treat apart. */
const UNSUPPORTED = [6000, 6001, 6020];
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
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  const unsupported = UNSUPPORTED.includes(shakaFields(error).code ?? 0);
  return new PlaybackFailure(
    unsupported ? 'player.unsupportedBrowser' : 'player.playbackFailed',
    error,
  );
}

/** Shaka's code and data; of any other error none. */
export function shakaFields(error: unknown): { code: number | null; data: readonly unknown[] } {
  if (typeof error !== 'object' || error === null) return { code: null, data: [] };
  const code = 'code' in error && typeof error.code === 'number' ? error.code : null;
  const data: readonly unknown[] = 'data' in error && Array.isArray(error.data) ? error.data : [];
  return { code, data };
}
