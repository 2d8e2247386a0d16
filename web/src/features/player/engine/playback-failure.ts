import { ApiError } from '@prahari/contract';

export interface ShakaFields {
  readonly code: number | null;
  readonly data: readonly unknown[];
  /** Shaka recovers by itself, for instance in another quality. */
  readonly isRecoverable: boolean;
}

/** shaka.util.Error.Severity.RECOVERABLE */
const recoverable = 1;

/** Reads what an error of the library says; of any other error nothing. */
export function readShakaFields(error: unknown): ShakaFields {
  if (typeof error !== 'object' || error === null) return NOTHING;
  const code = 'code' in error && typeof error.code === 'number' ? error.code : null;
  const data: readonly unknown[] = 'data' in error && Array.isArray(error.data) ? error.data : [];
  const isRecoverable = 'severity' in error && error.severity === recoverable;
  return { code, data, isRecoverable };
}

const NOTHING: ShakaFields = { code: null, data: [], isRecoverable: false };

/** The kinds of failures that a learner can react to differently. */
export type FailureKind =
  | 'offline'
  | 'busy'
  | 'refused'
  | 'missing'
  | 'media'
  | 'memory'
  | 'manifest'
  | 'codec'
  | 'unsupported'
  | 'licence'
  | 'expired'
  | 'output'
  | 'protection'
  | 'engine'
  | 'corrupted'
  | 'library'
  | 'unknown';

/** Numbers of shaka.util.Error.Code that say more than their class. */
const BY_CODE: Readonly<Record<number, FailureKind>> = {
  1002: 'offline',
  1003: 'offline',
  1010: 'offline',
  1011: 'missing',
  3017: 'memory',
  4012: 'codec',
  4032: 'codec',
  5006: 'corrupted',
  6000: 'unsupported',
  6001: 'unsupported',
  6002: 'unsupported',
  6007: 'licence',
  6008: 'licence',
  6012: 'licence',
  6013: 'expired',
  6014: 'expired',
  6018: 'output',
  6019: 'output',
  6020: 'unsupported',
};

/** shaka.util.Error.Category: the thousands of a code. */
const BY_CATEGORY: Readonly<Record<number, FailureKind>> = {
  1: 'unknown',
  3: 'media',
  4: 'manifest',
  5: 'corrupted',
  6: 'protection',
  7: 'engine',
};

const badHttpStatus = 1001;

/** Classifies an error of the player library; `unknown` for what is none. */
export function classifyFailure(error: unknown): FailureKind {
  const { code, data } = readShakaFields(error);
  if (code === null) return 'unknown';
  if (code === badHttpStatus) return classifyStatus(Number(data[1]));
  return BY_CODE[code] ?? BY_CATEGORY[Math.floor(code / 1000)] ?? 'unknown';
}

function classifyStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 410) return 'missing';
  return status === 408 || status === 429 || status >= 500 ? 'busy' : 'refused';
}

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
    this.code = readShakaFields(cause).code;
  }
}

/** How deep Shaka wraps what a request filter threw: the filter's error inside the licence's. */
const deepest = 3;

/** Finds the refusal of the API that Shaka wrapped, if that is what went wrong. */
function findRefusal(error: unknown, depth = 0): ApiError | null {
  if (error instanceof ApiError) return error;
  return depth < deepest ? findRefusal(readShakaFields(error).data[0], depth + 1) : null;
}

/** Gives the server's own reason where there is one, else the player's word for the failure. */
export function explain(error: unknown): ApiError | PlaybackFailure {
  if (error instanceof PlaybackFailure) return error;
  return findRefusal(error) ?? new PlaybackFailure(classifyFailure(error), error);
}
