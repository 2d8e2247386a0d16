import { isAdministrator } from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { findScopePlaces, outOfScope } from '../../users/index.ts';
import type { AudienceFacts, CallerRights } from '../ports.ts';
import type { VideosDeps } from '../videos.deps.ts';
import { videoNotFound } from '../videos.errors.ts';
import {
  type AudienceColumns,
  canManage,
  canSee,
  type VideoScope,
  type Viewer,
  type VisibilityColumns,
} from './video-visibility.policy.ts';

/** The facts of an unknown user, who sees only what is for everyone. */
const unknownUser: AudienceFacts = {
  kendraType: null,
  country: null,
  district: null,
  groupIds: [],
};

type ViewerDeps = Pick<VideosDeps, 'audienceFactsOf' | 'groupStandings'>;

/** Describes the viewer of one video; asks for groups and places only where they matter to it. */
export async function describeVideoViewer(
  deps: ViewerDeps,
  caller: CallerRights,
  video: AudienceColumns,
  within?: DbOrTrx,
): Promise<Viewer> {
  return isAdministrator(caller.userType)
    ? describeAdministrator(deps, caller, video.group_ids, within)
    : describeLearner(deps, caller, !video.for_everyone);
}

/** Describes the viewer of any video. */
export async function describeViewer(deps: ViewerDeps, caller: CallerRights): Promise<Viewer> {
  return isAdministrator(caller.userType)
    ? describeAdministrator(deps, caller, null)
    : describeLearner(deps, caller, true);
}

/** Describes viewers of any video, by user id, as a transaction sees places, groups and rights. */
export async function findViewersById(
  deps: Pick<VideosDeps, 'groupStandings' | 'viewersById'>,
  trx: Trx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Viewer>> {
  const found = new Map<string, Viewer>();
  for (const [userId, { audience, ...caller }] of await deps.viewersById(trx, userIds)) {
    const viewer: Viewer = isAdministrator(caller.userType)
      ? await describeAdministrator(deps, caller, null, trx)
      : { kind: 'learner', audience };
    found.set(userId, viewer);
  }
  return found;
}

/**
 * Returns the video if the caller may manage it.
 * @throws AppError 404 for what the caller does not see, also where there is no video; out_of_scope
 * for what the caller sees and may not manage
 */
export async function requireManagedVideo<Video extends VisibilityColumns>(
  deps: ViewerDeps & Pick<VideosDeps, 'clock'>,
  caller: CallerRights,
  video: Video | undefined,
  within?: DbOrTrx,
): Promise<Video> {
  if (!video) throw videoNotFound();
  const viewer = await describeVideoViewer(deps, caller, video, within);
  if (canManage(viewer, video)) return video;
  throw canSee(viewer, video, deps.clock.now()) ? outOfScope() : videoNotFound();
}

/** Returns the video if the caller sees it. @throws AppError 404 otherwise, and where there is none */
export async function requireSeenVideo<Video extends VisibilityColumns>(
  deps: ViewerDeps & Pick<VideosDeps, 'clock'>,
  caller: CallerRights,
  video: Video | undefined,
): Promise<Video> {
  if (!video) throw videoNotFound();
  const viewer = await describeVideoViewer(deps, caller, video);
  if (!canSee(viewer, video, deps.clock.now())) throw videoNotFound();
  return video;
}

/** @param groupIds which groups matter; null for all */
export async function describeAdministrator(
  deps: Pick<VideosDeps, 'groupStandings'>,
  caller: CallerRights,
  groupIds: readonly string[] | null,
  within?: DbOrTrx,
): Promise<Extract<Viewer, { kind: 'administrator' }>> {
  const places = findScopePlaces(caller);
  const isAsked = places !== null && groupIds?.length !== 0;
  const known = isAsked ? await deps.groupStandings(caller, within, groupIds) : null;
  const groupsWhere = (is: (group: NonNullable<typeof known>[number]) => boolean) =>
    known?.flatMap((group) => (is(group) ? [group.id] : [])) ?? [];
  const scope: VideoScope | null = places && {
    ...places,
    within: groupsWhere(({ isWithin }) => isWithin),
    beyond: groupsWhere(({ isWithin }) => !isWithin),
    touched: groupsWhere(({ isTouched }) => isTouched),
  };
  const mayEdit = caller.permissions.includes('videos.write');
  return { kind: 'administrator', userId: caller.userId, mayEdit, scope };
}

async function describeLearner(
  deps: Pick<VideosDeps, 'audienceFactsOf'>,
  { userId }: CallerRights,
  isAsked: boolean,
): Promise<Viewer> {
  const audience = isAsked ? ((await deps.audienceFactsOf(userId)) ?? unknownUser) : unknownUser;
  return { kind: 'learner', audience };
}
