import type { Audience, DataOf, endpoints } from '@prahari/contract';
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

/** Where a user stands with a video, as far as it was watched, or access to it was ended. */
export interface VideoStanding {
  readonly resumeAtSeconds: number | null;
  readonly completedAt: Date | null;
  /** When it was watched last. */
  readonly watchedAt: Date | null;
  /** Since when the user may not play it any more, and when a review was asked for. */
  readonly termination: { readonly at: Date; readonly reviewRequestedAt: Date | null } | null;
}

/**
 * What videos need from other features; filled by create-features.ts. Transactions pass themselves as
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
  /**
   * Counts the learners of an administrator's scope that an audience includes, and names the first
   * to those who may read users.
   */
  countLearnersOf(
    actor: CallerRights,
    audience: Audience,
  ): Promise<DataOf<typeof endpoints.videos.countAudience>>;
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
  /** This user's progress with videos; those that were never started, nor ended, are missing. */
  videoProgress(
    userId: string,
    videoIds: readonly string[],
    within?: DbOrTrx,
  ): Promise<ReadonlyMap<string, VideoStanding>>;
  /** Counts how often playback was opened; videos that were never opened are missing. */
  viewsOf(videoIds: readonly string[], within?: DbOrTrx): Promise<ReadonlyMap<string, number>>;
  /** Ids of videos that this user began, did not finish and may still play, the latest first. */
  startedVideos(userId: string, atMost: number): Promise<readonly string[]>;
  /** Ids of videos that this user has watched, the latest first. */
  watchedVideos(userId: string, atMost: number): Promise<readonly string[]>;
  /** Finds a learner the actor may see. @throws AppError 404, alike for all others */
  requireVisibleLearner(actor: Actor, userId: string): Promise<unknown>;
}
