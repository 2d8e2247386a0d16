import type { DataOf, endpoints, ImportJob } from '@prahari/contract';
import type { Trx } from '../../platform/db/database.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { Revocations, WatchPass } from '../auth/index.ts';

/** What videos rest on besides the platform; compose.ts fills it. */
export interface VideosPorts {
  readonly watchPass: Pick<WatchPass, 'cookieName' | 'sessionOf'>;
  readonly revocations: Pick<Revocations, 'isRevoked' | 'onRevoked'>;
  /** The other kind of upload: users out of spreadsheets. */
  readonly importJobs: {
    maySee(caller: SessionCaller): boolean;
    /** Undefined when the caller sees no such job. */
    find(caller: SessionCaller, id: string): Promise<ImportJob | undefined>;
    list(
      caller: SessionCaller,
      query: { page: number; limit: number; search?: string | undefined },
    ): Promise<DataOf<typeof endpoints.uploads.jobs>>;
  };
  /** How the audit log calls somebody. */
  nameOf(trx: Trx, userId: string): Promise<string | undefined>;
  /** Where this user left off, in seconds; videos that were never started are missing. */
  resumePositions(
    userId: string,
    videoIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
}
