import type { Trx } from '../../platform/db/database.ts';
import type { Revocations, WatchPass } from '../auth/index.ts';

/** What videos rest on besides the platform; compose.ts fills it. */
export interface VideosPorts {
  readonly watchPass: Pick<WatchPass, 'cookieName' | 'sessionOf'>;
  readonly revocations: Pick<Revocations, 'isRevoked'>;
  /** How the audit log calls somebody. */
  nameOf(trx: Trx, userId: string): Promise<string | undefined>;
  /** Where this user left off, in seconds; videos that were never started are missing. */
  resumePositions(
    userId: string,
    videoIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
}
