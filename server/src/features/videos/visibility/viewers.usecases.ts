import { isAdministrator } from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { outOfScope, placesOf } from '../../users/index.ts';
import type { AudienceFacts, VideosPorts, Viewing } from '../ports.ts';
import { videoNotFound } from '../videos.errors.ts';
import {
  type ForWhom,
  mayManage,
  maySee,
  type Onlooker,
  type Shown,
  type VideoScope,
} from './video-visibility.policy.ts';

/** The facts of an unknown user, who sees what is for everyone. */
const nobody: AudienceFacts = { kendraType: null, country: null, district: null, groupIds: [] };

/** Finds what decides whom a video is shown to; asks only for what matters. */
export function createOnlookers(
  deps: Pick<VideosPorts, 'audienceFactsOf' | 'groupStandings' | 'viewersById'> & {
    readonly clock: { now(): Date };
  },
) {
  async function learner({ userId }: Viewing, isAsked: boolean): Promise<Onlooker> {
    const audience = isAsked ? ((await deps.audienceFactsOf(userId)) ?? nobody) : nobody;
    return { kind: 'learner', audience };
  }

  /** @param groupIds which groups matter; null for all */
  async function administrator(
    viewer: Viewing,
    groupIds: readonly string[] | null,
    within?: DbOrTrx,
  ): Promise<Extract<Onlooker, { kind: 'administrator' }>> {
    const places = placesOf(viewer);
    const isAsked = places !== null && groupIds?.length !== 0;
    const known = isAsked ? await deps.groupStandings(viewer, within, groupIds) : null;
    const groupsWhere = (is: (group: NonNullable<typeof known>[number]) => boolean) =>
      known?.flatMap((group) => (is(group) ? [group.id] : [])) ?? [];
    const scope: VideoScope | null = places && {
      ...places,
      within: groupsWhere(({ isWithin }) => isWithin),
      beyond: groupsWhere(({ isWithin }) => !isWithin),
      touched: groupsWhere(({ isTouched }) => isTouched),
    };
    const mayEdit = viewer.permissions.includes('videos.write');
    return { kind: 'administrator', userId: viewer.userId, mayEdit, scope };
  }

  /** Describes the viewer of one video. */
  async function ofVideo(viewer: Viewing, video: ForWhom, within?: DbOrTrx): Promise<Onlooker> {
    return isAdministrator(viewer.userType)
      ? administrator(viewer, video.group_ids, within)
      : learner(viewer, !video.for_everyone);
  }

  return {
    administrator,
    ofVideo,

    /** Describes the viewer of any video. */
    async ofAll(viewer: Viewing): Promise<Onlooker> {
      return isAdministrator(viewer.userType) ? administrator(viewer, null) : learner(viewer, true);
    },

    /**
     * Describes viewers of any video, by user id, as a transaction sees places, groups and rights.
     */
    async byId(trx: Trx, userIds: readonly string[]): Promise<ReadonlyMap<string, Onlooker>> {
      const found = new Map<string, Onlooker>();
      for (const [userId, { audience, ...viewer }] of await deps.viewersById(trx, userIds)) {
        const onlooker: Onlooker = isAdministrator(viewer.userType)
          ? await administrator(viewer, null, trx)
          : { kind: 'learner', audience };
        found.set(userId, onlooker);
      }
      return found;
    },

    /**
     * @throws AppError 404 for what the viewer does not see, also where there is no video, out_of_scope
     * for what the viewer sees and may not manage
     */
    async requireManaged<Video extends Shown>(
      viewer: Viewing,
      video: Video | undefined,
      within?: DbOrTrx,
    ): Promise<Video> {
      if (!video) throw videoNotFound();
      const onlooker = await ofVideo(viewer, video, within);
      if (mayManage(onlooker, video)) return video;
      throw maySee(onlooker, video, deps.clock.now()) ? outOfScope() : videoNotFound();
    },
  };
}

export type Onlookers = ReturnType<typeof createOnlookers>;
