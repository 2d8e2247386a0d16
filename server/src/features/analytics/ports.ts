import type { SignInAnalytics } from '@prahari/contract';
import type { SessionCaller } from '../../platform/http/caller.ts';

/** Uploads that began within a period, and what became of them so far. */
export interface UploadCounts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
}

/** In how many minutes the installation answered calls, of those that are known. */
export interface Uptime {
  readonly servedMinutes: number;
  readonly minutes: number;
  /** From when on they are counted; null where nothing was recorded. */
  readonly since: Date | null;
}

/** What other features count and measure. */
export interface AnalyticsPorts {
  readonly ingest: {
    /** Counts uploads of videos in the caller's scope between each two of the moments, in order. */
    countUploads(caller: SessionCaller, moments: readonly Date[]): Promise<readonly UploadCounts[]>;
  };
  /** Measures the whole installation; it is created after this feature. */
  system(): {
    measureUptime(from: Date, to: Date): Promise<Uptime>;
    measureSignIns(from: Date, to: Date): Promise<SignInAnalytics['duration']>;
  };
}
