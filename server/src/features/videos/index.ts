import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { Chore } from '../../platform/retention/chore.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import { createCaptionsRepository } from './captions/captions.repository.ts';
import { bindCaptionsRoutes } from './captions/captions.routes.ts';
import { createCaptions } from './captions/captions.usecases.ts';
import { createCatalogueUsecases } from './catalogue/catalogue.usecases.ts';
import { createPresentVideos } from './catalogue/present-videos.usecases.ts';
import { createVideoListRepository } from './catalogue/video-list.repository.ts';
import { createEditVideo } from './editing/edit-video.usecases.ts';
import { createRemoveDeleted } from './editing/tasks/remove-deleted.task.ts';
import type { VideosPorts } from './ports.ts';
import type { VideosConfig } from './videos.config.ts';
import { createCatalogueRepository } from './videos.repository.ts';
import { bindCatalogueRoutes } from './videos.routes.ts';
import { createOnlookers } from './visibility/viewers.usecases.ts';

export {
  type CaptionsRepository,
  createCaptionsRepository,
} from './captions/captions.repository.ts';
export { readCaptionsFile } from './captions/webvtt.rules.ts';
export type { PlayableVideo } from './catalogue/catalogue.usecases.ts';
export { picturesInUse } from './catalogue/picture-names.rules.ts';
export type { PresentVideos } from './catalogue/present-videos.usecases.ts';
export type {
  Actor,
  Editor,
  EditVideo,
  Uploader,
  VideoStep,
} from './editing/edit-video.usecases.ts';
export { audienceOfScope } from './editing/video-edit.rules.ts';
export type { Viewing } from './ports.ts';
export { type VideosConfig, videosSettings } from './videos.config.ts';
export {
  type CatalogueRepository,
  createCatalogueRepository,
  playableColumns,
  type VideoRow,
} from './videos.repository.ts';
export { editorOf, uploaderOf } from './videos.routes.ts';
export { mayManage, mayPlay, type Onlooker } from './visibility/video-visibility.policy.ts';
export { createOnlookers, type Onlookers } from './visibility/viewers.usecases.ts';
export { managedBySql } from './visibility/visibility-filter.repository.ts';

export interface VideosFeatureDeps extends VideosPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly settings: VideosConfig;
}

/** Videos: what there is, for whom, and what administrators change about it. */
export function createVideos(deps: VideosFeatureDeps) {
  const videos = createCatalogueRepository();
  const onlookers = createOnlookers(deps);
  const graceMs = deps.settings.deleteGraceHours * 3_600_000;
  const { posterPath, storyboardPath, offersSlides } = deps.delivery;
  const present = createPresentVideos({ ...deps, graceMs, posterPath, storyboardPath });
  const lists = createVideoListRepository();
  const shown = { ...deps, videos, onlookers, present };
  const catalogue = createCatalogueUsecases({ ...shown, lists, offersSlides });
  const edit = createEditVideo({ ...shown, graceMs });
  const captions = createCaptions({
    ...deps,
    edit,
    catalogue,
    captions: createCaptionsRepository(),
  });
  /** Removes up to so many videos whose time of grace is over. @returns how many went */
  const removeDeleted = createRemoveDeleted({ ...deps, videos, graceMs });
  const chores: readonly Chore[] = [{ name: 'deleted videos', removeSome: removeDeleted }];
  return {
    chores,
    bindRoutes(bind: Bind): void {
      bindCatalogueRoutes(bind, { catalogue, edit, exportList: deps.exportList });
      bindCaptionsRoutes(bind, captions);
    },
    removeDeleted,
    onlookers,
    edit,
    present,
    playableVideo: catalogue.playableVideo,
    playable: catalogue.playable,
    onlookersById: onlookers.byId,
  };
}

export type Videos = ReturnType<typeof createVideos>;
