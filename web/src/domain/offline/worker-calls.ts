import type { HeldLicence } from './held-licence.ts';

export interface FetchOrder {
  readonly copyId: string;
  /** The signed path of the server below which its files lie. */
  readonly base: string;
}

/** How a download ended here. `elsewhere`: another tab has it. */
export type FetchEnd =
  | 'ready'
  | 'paused'
  | 'removed'
  | 'failed'
  | 'elsewhere'
  | 'path-refused'
  | 'no-answer';

export interface OpenOrder {
  readonly copyId: string;
  readonly userId: string;
  readonly print: string;
}

export interface OpenedCopy {
  readonly videoId: string;
  /** By the server's clock. */
  readonly expiresAtMs: number;
  /** Where the learner left off in this copy; null before. */
  readonly leftAtSeconds: number | null;
  /** JSON: the stream, and the licence of its keys. */
  readonly stream: string;
  readonly licence: string;
  /** Where a key system keeps the licence itself. */
  readonly heldLicence: HeldLicence | null;
  /** Names of its files that are text (`text-names.ts`). */
  readonly texts: readonly string[];
}

/** What the worker does for its page. A CopyProblem arrives as an error of that name. */
export interface WorkerCalls {
  fetchCopy(order: FetchOrder): Promise<FetchEnd>;
  pauseCopy(copyId: string): void;
  /** Opens a copy, whose key is held until it was closed as often. */
  openCopy(order: OpenOrder): Promise<OpenedCopy>;
  closeCopy(copyId: string): void;
  readFile(copyId: string, name: string): Promise<ArrayBuffer>;
  /** Notes the time, and that it ran on by so much; throws where the copy may not go on to play. */
  keepTime(copyId: string, ranMs: number): Promise<void>;
}
