import type { OfflineRevocation } from '@prahari/contract';

/**
 * Why a copy can't be fetched or played. The first four are those of the specification, section 8;
 * the others are what else happens to downloads.
 */
export const copyFailures = [
  'not-found',
  'other-device',
  'integrity',
  'capture',
  'expired',
  'revoked',
  'clock-moved-back',
  'no-space',
  'too-many',
  'too-many-today',
  'too-large',
  'storage-denied',
  'not-allowed',
  'no-key-system',
  'network',
  'other',
] as const;
export type CopyFailure = (typeof copyFailures)[number];

/** What became of a download. `waiting`: for a connection, or for one that runs before it. */
export type CopyState = 'waiting' | 'downloading' | 'paused' | 'ready' | 'failed';

/** A copy of a video in this browser, as screens show it. */
export interface KeptCopy {
  readonly id: string;
  readonly videoId: string;
  readonly title: string;
  readonly durationSeconds: number;
  readonly state: CopyState;
  /** Null unless it failed, or can't be played any more. */
  readonly failure: CopyFailure | null;
  readonly revokedFor: OfflineRevocation | null;
  readonly bytes: number;
  /** Of the whole; null until its manifest was read. */
  readonly totalBytes: number | null;
  readonly cachedAtMs: number;
  readonly expiresAtMs: number;
}

/** What is kept, at one moment. */
export interface CopiesView {
  /** The latest first. */
  readonly copies: readonly KeptCopy[];
  readonly bytes: number;
  /** False until the first look, and where this browser can keep nothing. */
  readonly isKnown: boolean;
  /** Whether this browser can keep copies: storage, workers and locks. */
  readonly isSupported: boolean;
}

/** The copies of the signed-in learner in this browser. One for the page. */
export interface OfflineCopies {
  view(): CopiesView;
  subscribe(listener: () => void): () => void;
  /**
   * Makes a copy of a video, or resumes it; how that goes is in the view.
   * @throws CopyProblem where there is none to show
   */
  download(videoId: string): Promise<void>;
  pause(id: string): Promise<void>;
  resume(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** At sign-out: all copies of everyone in this browser, downloads under way too. */
  removeAll(): Promise<void>;
  /** Asks the server which are still good, sends the views made offline; harmless without a line. */
  check(): Promise<void>;
}

/** Why a copy can't be fetched or played, as the code that finds it throws it. */
export class CopyProblem extends Error {
  readonly failure: CopyFailure;
  constructor(failure: CopyFailure, cause?: unknown) {
    super(failure, { cause });
    this.name = 'CopyProblem';
    this.failure = failure;
  }
}

/** Tells the failure in what was thrown; `other` for what is none of ours. */
export function failureOf(error: unknown): CopyFailure {
  if (error instanceof CopyProblem) return error.failure;
  // From a worker it comes without its class.
  const named = error instanceof Error && error.name === 'CopyProblem' ? error.message : null;
  const failure = copyFailures.find((one) => one === named);
  if (failure) return failure;
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'no-space' : 'other';
}
