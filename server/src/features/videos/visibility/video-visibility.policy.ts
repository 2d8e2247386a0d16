import type { AudiencePart, HiddenReason } from '@prahari/contract';
import type { PlaceBound } from '../../users/index.ts';
import type { AudienceFacts } from '../ports.ts';
import { decideRelease, isPublishedNow, type Publication } from './publication.rules.ts';

/** The audience of a video, as its columns. */
export interface AudienceColumns {
  readonly for_everyone: boolean;
  readonly kendra_types: readonly string[];
  readonly countries: readonly string[];
  readonly districts: readonly string[];
  readonly group_ids: readonly string[];
}

export interface VisibilityColumns extends Publication, AudienceColumns {
  readonly deleted_at: Date | null;
  readonly created_by: string;
}

/** One thing that the audience of a video names, and whether it is the learner's. */
export interface AudiencePartMatch {
  readonly part: AudiencePart;
  /** Places, or ids of groups. */
  readonly wanted: readonly string[];
  /** Null for groups. */
  readonly own: string | null;
  readonly matches: boolean;
}

/** An administrator's scope: places of one kind, and ids of groups by their relation to them. */
export interface VideoScope extends PlaceBound {
  /** All learners of the group are in scope. */
  readonly within: readonly string[];
  /** Not all of them are. */
  readonly beyond: readonly string[];
  /** Some are. */
  readonly touched: readonly string[];
}

/** The viewer, with all facts that decide visibility; null is a scope that covers everything. */
export type Viewer =
  | { readonly kind: 'learner'; readonly audience: AudienceFacts }
  | {
      readonly kind: 'administrator';
      readonly userId: string;
      /** Whether they have the right to edit videos. */
      readonly mayEdit: boolean;
      readonly scope: VideoScope | null;
    };

export const placeColumns = {
  country: 'countries',
  district: 'districts',
  kendraType: 'kendra_types',
} as const satisfies Record<PlaceBound['field'], keyof AudienceColumns>;

/**
 * Compares what the audience of a video names with a learner. `visibility-filter.repository.ts` says
 * this and all below to the database; a test compares the two.
 */
export function matchAudience(learner: AudienceFacts, video: AudienceColumns): AudiencePartMatch[] {
  const inGroup = video.group_ids.some((id) => learner.groupIds.includes(id));
  const places = [
    { part: 'kendra_type', wanted: video.kendra_types, own: learner.kendraType },
    { part: 'country', wanted: video.countries, own: learner.country },
    { part: 'district', wanted: video.districts, own: learner.district },
  ] as const;
  return [
    { part: 'group' as const, wanted: video.group_ids, own: null, matches: inGroup },
    ...places.map((place) => {
      const { own, wanted } = place;
      return { ...place, matches: own !== null && wanted.includes(own) };
    }),
  ].filter(({ wanted }) => wanted.length > 0);
}

/**
 * Lists what keeps a video from this learner; nothing when it is meant for everyone, for a group that
 * the learner is in, or for a place, where each kind of place that is given must be the learner's.
 */
function listMismatches(
  learner: AudienceFacts,
  video: AudienceColumns,
): (AudiencePart | 'no_audience')[] {
  if (video.for_everyone) return [];
  const asked = matchAudience(learner, video);
  if (asked.some(({ part, matches }) => part === 'group' && matches)) return [];
  const places = asked.filter(({ part }) => part !== 'group');
  if (places.length > 0 && places.every(({ matches }) => matches)) return [];
  const missed = asked.flatMap(({ part, matches }) => (matches ? [] : [part]));
  return missed.length > 0 ? missed : ['no_audience'];
}

/** Tells whether a video is meant for this learner. */
export function isEntitled(learner: AudienceFacts, video: AudienceColumns): boolean {
  return listMismatches(learner, video).length === 0;
}

/** Lists why a learner does not see a video; nothing for one that the learner sees. */
export function listHiddenReasons(
  learner: AudienceFacts,
  video: VisibilityColumns,
  now: Date,
): HiddenReason[] {
  const release = decideRelease(video, now);
  return [
    ...(video.deleted_at === null ? [] : (['deleted'] as const)),
    ...(video.status === 'ready' ? [] : (['not_ready'] as const)),
    ...(release === 'published' ? [] : [release]),
    ...listMismatches(learner, video),
  ];
}

/** Tells whether the audience of a video includes a user in the scope. */
function isForAnyoneIn(scope: VideoScope | null, video: AudienceColumns): boolean {
  if (scope === null || video.for_everyone) return true;
  if (video.group_ids.some((id) => scope.touched.includes(id))) return true;
  if (!namesPlaces(video) || scope.values.length === 0) return false;
  const places = video[placeColumns[scope.field]];
  return places.length === 0 || places.some((place) => scope.values.includes(place));
}

/**
 * Tells whether the whole audience of a video lies in the scope. A video for everyone is in a scope
 * that covers everything only; one without an audience so far is in that of its creator.
 */
export function isWithinScope(
  { scope, userId }: { readonly scope: VideoScope | null; readonly userId: string },
  video: AudienceColumns & Pick<VisibilityColumns, 'created_by'>,
): boolean {
  if (scope === null) return true;
  if (video.for_everyone || video.group_ids.some((id) => scope.beyond.includes(id))) return false;
  if (namesPlaces(video)) {
    const places = video[placeColumns[scope.field]];
    return places.length > 0 && places.every((place) => scope.values.includes(place));
  }
  return video.group_ids.some((id) => scope.within.includes(id)) || video.created_by === userId;
}

/**
 * Tells whether a user may edit a video, delete it or choose its audience: right and scope
 * together.
 */
export function canManage(
  viewer: Viewer,
  video: AudienceColumns & Pick<VisibilityColumns, 'created_by'>,
): boolean {
  return viewer.kind === 'administrator' && viewer.mayEdit && isWithinScope(viewer, video);
}

/**
 * Tells whether a user may see a video: learners see what is out and meant for them; administrators
 * what is out and meant for a user in their scope, and what they may manage.
 */
export function canSee(viewer: Viewer, video: VisibilityColumns, now: Date): boolean {
  if (viewer.kind === 'learner') {
    return listHiddenReasons(viewer.audience, video, now).length === 0;
  }
  if (video.deleted_at !== null) return false;
  if (canManage(viewer, video)) return true;
  return isPublishedNow(video, now) && isForAnyoneIn(viewer.scope, video);
}

/** Tells whether a user may play a video: every video that the user may see, once it is ready. */
export function canPlay(viewer: Viewer, video: VisibilityColumns, now: Date): boolean {
  return video.status === 'ready' && canSee(viewer, video, now);
}

function namesPlaces({ kendra_types, countries, districts }: AudienceColumns): boolean {
  return kendra_types.length + countries.length + districts.length > 0;
}
