import type { Audience } from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { ExportList } from '../../platform/export/export-list.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { Delivery } from '../delivery/index.ts';
import type { Actor, GroupStanding } from '../users/index.ts';

/** The caller, with current permissions. */
export type CallerRights = Pick<
  SessionCaller,
  'userId' | 'userType' | 'permissions' | 'adminScope'
>;

/** A user's places and groups. */
export interface AudienceFacts {
  readonly kendraType: string | null;
  readonly country: string | null;
  readonly district: string | null;
  readonly groupIds: readonly string[];
}

/**
 * What videos need from other features; filled by compose.ts. Transactions pass themselves as
 * `within`.
 */
export interface VideosPorts {
  readonly delivery: Pick<
    Delivery,
    'offersSlides' | 'signPosterUrl' | 'signThumbnailUrl' | 'signStoryboardUrl'
  >;
  /** Finds the facts that decide which videos are for a user; null when there is no such user. */
  audienceFactsOf(userId: string): Promise<AudienceFacts | null>;
  /**
   * How these groups, or all, relate to the scope of an administrator; null if that covers
   * everything.
   */
  groupStandings(
    actor: Actor,
    within?: DbOrTrx,
    ids?: readonly string[] | null,
  ): Promise<readonly GroupStanding[] | null>;
  /** Counts the learners of an administrator's scope that an audience includes. */
  countLearnersOf(actor: Actor, audience: Audience): Promise<number>;
  /** Users by id as a transaction sees them, with what decides which videos they may play. */
  viewersById(
    within: DbOrTrx,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, CallerRights & { readonly audience: AudienceFacts }>>;
  /** Which of these user groups exist. */
  knownGroups(ids: readonly string[], within?: DbOrTrx): Promise<ReadonlySet<string>>;
  readonly exportList: ExportList;
  /** Finds the name of a user for the audit log. */
  nameOf(trx: Trx, userId: string): Promise<string | undefined>;
  /** This user's progress with videos; those that were never started are missing. */
  videoProgress(
    userId: string,
    videoIds: readonly string[],
    within?: DbOrTrx,
  ): Promise<
    ReadonlyMap<string, { readonly resumeAtSeconds: number; readonly completedAt: Date | null }>
  >;
  /** Counts how often playback was opened; videos that were never opened are missing. */
  viewsOf(videoIds: readonly string[], within?: DbOrTrx): Promise<ReadonlyMap<string, number>>;
  /** Ids of videos that this user started and did not finish, the latest first. */
  startedVideos(userId: string, atMost: number): Promise<readonly string[]>;
}
