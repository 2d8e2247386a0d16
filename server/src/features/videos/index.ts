import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { RetentionJob } from '../../platform/retention/retention-job.ts';
import { bindCaptionsRoutes } from './captions/captions.routes.ts';
import {
  describePlayableVideo,
  findAnyPlayableVideo,
  findPlayableVideo,
} from './catalogue/playable-video.usecases.ts';
import {
  presentOneManagedVideo,
  type SignedInCaller,
} from './catalogue/present-videos.usecases.ts';
import { findNewestForAll, hasManagedVideo } from './catalogue/video-list.repository.ts';
import {
  changeManagedVideo,
  type Editor,
  type LockedVideo,
  writeVideoAuditEntry,
} from './editing/edit-video.usecases.ts';
import { purgeDeletedVideos } from './editing/tasks/purge-videos.task.ts';
import { bindLearnerVideoRoutes } from './learners/learner-videos.routes.ts';
import { findLearnerVideo } from './learners/learner-videos.usecases.ts';
import type { CallerRights } from './ports.ts';
import type { VideosDeps } from './videos.deps.ts';
import type { PlayableRow } from './videos.repository.ts';
import { bindVideoRoutes } from './videos.routes.ts';
import type { VideoRow } from './videos.tables.ts';
import {
  describeVideoViewer,
  describeViewer,
  findViewersById,
  requireManagedVideo,
  requireSeenVideo,
} from './visibility/viewers.usecases.ts';

export {
  findCaptions,
  insertMissingCaptions,
  upsertCaptions,
} from './captions/captions.repository.ts';
export { parseCaptionsFile } from './captions/webvtt.rules.ts';
export { listPicturesInUse } from './catalogue/picture-names.rules.ts';
export type { PlayableVideo } from './catalogue/playable-video.usecases.ts';
export type { Actor, Editor, LockedVideo, Uploader } from './editing/edit-video.usecases.ts';
export { toDefaultAudience } from './editing/video-edit.rules.ts';
export type { CallerRights } from './ports.ts';
export { type VideosConfig, videosSettings } from './videos.config.ts';
export {
  findVideo,
  insertVideo,
  lockVideo,
  playableColumns,
  updateVideo,
} from './videos.repository.ts';
export { toEditor, toUploader } from './videos.routes.ts';
export type { VideoRow } from './videos.tables.ts';
export { canManage, canPlay, type Viewer } from './visibility/video-visibility.policy.ts';
export { canManageSql, canSeeSql } from './visibility/visibility-filter.repository.ts';

/** Creates the videos: the catalogue, audiences, and changes by administrators. */
export function createVideos(deps: VideosDeps) {
  const purgeDeleted = (atMost: number) => purgeDeletedVideos(deps, atMost);
  const retentionJobs: readonly RetentionJob[] = [
    { name: 'deleted videos', removeSome: purgeDeleted },
  ];
  return {
    retentionJobs,
    bindRoutes(bind: Bind): void {
      bindVideoRoutes(bind, deps);
      bindCaptionsRoutes(bind, deps);
      bindLearnerVideoRoutes(bind, deps);
    },
    purgeDeleted,
    findPlayableVideo: (videoId: string, caller: CallerRights) =>
      findPlayableVideo(deps, videoId, caller),
    findAnyPlayableVideo: (caller: CallerRights) => findAnyPlayableVideo(deps, caller),
    describePlayableVideo: (row: PlayableRow, caller: CallerRights) =>
      describePlayableVideo(deps, row, caller),
    /** As a learner meets it; for administrators who see both. */
    findLearnerVideo: (caller: CallerRights, of: Parameters<typeof findLearnerVideo>[2]) =>
      findLearnerVideo(deps, caller, of),
    describeViewer: (caller: CallerRights) => describeViewer(deps, caller),
    describeVideoViewer: (caller: CallerRights, row: VideoRow, within?: DbOrTrx) =>
      describeVideoViewer(deps, caller, row, within),
    findViewersById: (trx: Trx, userIds: readonly string[]) => findViewersById(deps, trx, userIds),
    hasManagedVideo: async (caller: CallerRights) =>
      hasManagedVideo(deps.db, await describeViewer(deps, caller)),
    /** The newest video that is published for everyone, or the one with an id if it is. */
    findNewestForAll: (videoId?: string) => findNewestForAll(deps.db, deps.clock.now(), videoId),
    requireManagedVideo: (caller: CallerRights, row: VideoRow | undefined, within?: DbOrTrx) =>
      requireManagedVideo(deps, caller, row, within),
    requireSeenVideo: (caller: CallerRights, row: VideoRow | undefined) =>
      requireSeenVideo(deps, caller, row),
    changeManagedVideo: <Answer>(
      editor: CallerRights,
      id: string,
      change: (locked: LockedVideo) => Promise<Answer>,
    ) => changeManagedVideo(deps, editor, id, change),
    writeVideoAuditEntry: (
      locked: LockedVideo,
      editor: Editor,
      entry: Parameters<typeof writeVideoAuditEntry>[3],
    ) => writeVideoAuditEntry(deps, locked, editor, entry),
    presentManagedVideo: (caller: SignedInCaller, row: VideoRow, within?: DbOrTrx) =>
      presentOneManagedVideo(deps, caller, row, within),
  };
}

export type Videos = ReturnType<typeof createVideos>;
