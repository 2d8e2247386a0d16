import type { DataOf, endpoints, ImportJob } from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { ExportList } from '../../platform/export/export-list.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { Revocations, WatchPass } from '../auth/index.ts';
import type { Actor, GroupStanding } from '../users/index.ts';
import type { PlayerReport } from './delivery/cmcd.rules.ts';

/** Who looks at videos, with the rights that they have now. */
export type Viewing = Pick<SessionCaller, 'userId' | 'userType' | 'permissions' | 'adminScope'>;

/** Where a user is, and which groups the user is in. */
export interface AudienceFacts {
  readonly kendraType: string | null;
  readonly country: string | null;
  readonly district: string | null;
  readonly groupIds: readonly string[];
}

/** What videos rest on besides the platform; compose.ts fills it. Transactions pass themselves as `within`. */
export interface VideosPorts {
  readonly watchPass: Pick<WatchPass, 'cookieName' | 'sessionOf'>;
  readonly revocations: Pick<Revocations, 'isRevoked' | 'onRevoked'>;
  /** Playback sessions that ended though their sign-in lives. */
  readonly stoppedPlayback: {
    isStopped(playbackId: string): boolean;
    onStopped(hear: (playbackId: string) => void): void;
  };
  /**
   * Hears of each request for a segment that was admitted; must cost nothing and never throw.
   * @returns seconds that the answer has to wait; Infinity: it is refused for now
   */
  onSegment(request: {
    readonly sessionId: string;
    readonly videoId: string;
    readonly playbackId: string;
    /** `v720`, `audio`. */
    readonly folder: string;
    /** Along the lesson, from 1; 0 for what comes before the first. */
    readonly number: number;
    /** It came with nothing that players and browsers send. */
    readonly isBare: boolean;
    /** It went out before it was told of. */
    readonly isSent?: boolean;
    /** What the player said with it, which may be untrue. */
    readonly report: PlayerReport | null;
  }): number;
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
  /** What of a user decides which videos are for that user; null when there is nobody. */
  audienceFactsOf(userId: string): Promise<AudienceFacts | null>;
  /** How these groups, or all, lie to the scope of an administrator; null where that is everywhere. */
  groupStandings(
    actor: Actor,
    within?: DbOrTrx,
    ids?: readonly string[] | null,
  ): Promise<readonly GroupStanding[] | null>;
  /** Users by id as a transaction sees them, with what decides which videos they may play. */
  viewersById(
    within: DbOrTrx,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, Viewing & { readonly audience: AudienceFacts }>>;
  /** Which of these user groups there are. */
  knownGroups(ids: readonly string[], within?: DbOrTrx): Promise<ReadonlySet<string>>;
  readonly exportList: ExportList;
  /** How the audit log calls somebody. */
  nameOf(trx: Trx, userId: string): Promise<string | undefined>;
  /** Where this user stands with videos; those that were never started are missing. */
  lessonProgress(
    userId: string,
    videoIds: readonly string[],
    within?: DbOrTrx,
  ): Promise<
    ReadonlyMap<string, { readonly resumeAtSeconds: number; readonly completedAt: Date | null }>
  >;
  /** How often playback was opened; videos that nobody opened are missing. */
  viewsOf(videoIds: readonly string[], within?: DbOrTrx): Promise<ReadonlyMap<string, number>>;
  /** Ids of videos that this user began and did not finish, the latest first. */
  startedVideos(userId: string, atMost: number): Promise<readonly string[]>;
}
