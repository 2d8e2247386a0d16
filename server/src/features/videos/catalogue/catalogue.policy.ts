import { isAdministrator, type UserType } from '@prahari/contract';
import type { AudienceFacts } from '../ports.ts';
import { isOut, type Publication } from './publication.rules.ts';

/** For whom a video is; the columns of a video. */
interface ForWhom {
  readonly for_everyone: boolean;
  readonly kendra_types: readonly string[];
  readonly countries: readonly string[];
  readonly districts: readonly string[];
  readonly group_ids: readonly string[];
}

export interface Shown extends Publication, ForWhom {
  readonly deleted_at: Date | null;
}

/** Who looks, and when. A learner of whom nothing is known is in no place and no group. */
export interface Onlooker {
  readonly userType: UserType;
  readonly learner: AudienceFacts;
  readonly now: Date;
}

/**
 * Whether a video is meant for this learner: for everyone, for a group that the learner is in, or
 * for a place, where each kind of place that is given must be the learner's. `entitledSql` in
 * `video-list.repository.ts` says the same to the database; a test compares the two.
 */
export function isEntitled(learner: AudienceFacts, video: ForWhom): boolean {
  if (video.for_everyone) return true;
  if (video.group_ids.some((id) => learner.groupIds.includes(id))) return true;
  const asked = [
    [video.kendra_types, learner.kendraType],
    [video.countries, learner.country],
    [video.districts, learner.district],
  ] as const;
  const given = asked.filter(([places]) => places.length > 0);
  return given.length > 0 && given.every(([places, own]) => own !== null && places.includes(own));
}

/** Administrators see every video that is not deleted; learners what is out and meant for them. */
export function maySee(onlooker: Onlooker, video: Shown): boolean {
  if (video.deleted_at !== null) return false;
  if (isAdministrator(onlooker.userType)) return true;
  return isOut(video, onlooker.now) && isEntitled(onlooker.learner, video);
}

/** Whoever may see a video may play it once there is something to play. */
export function mayPlay(onlooker: Onlooker, video: Shown): boolean {
  return video.status === 'ready' && maySee(onlooker, video);
}
