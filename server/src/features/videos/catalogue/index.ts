export { mayManage, mayPlay, type Onlooker } from './catalogue.policy.ts';
export {
  type CatalogueRepository,
  createCatalogueRepository,
  playableColumns,
  type VideoRow,
} from './catalogue.repository.ts';
export { bindCatalogueRoutes, editorOf, uploaderOf } from './catalogue.routes.ts';
export {
  type CatalogueUsecases,
  createCatalogueUsecases,
  type PlayableVideo,
} from './catalogue.usecases.ts';
export {
  type Actor,
  createEditVideo,
  type Editor,
  type EditVideo,
  type Uploader,
  type VideoStep,
} from './edit-video.usecases.ts';
export { managedBySql } from './onlooker-filter.repository.ts';
export { createOnlookers, type Onlookers } from './onlookers.usecases.ts';
export { picturesInUse } from './picture-names.rules.ts';
export { createPresentVideos, type PresentVideos } from './present-videos.usecases.ts';
export { createRemoveDeleted } from './tasks/remove-deleted.task.ts';
export { audienceOfScope } from './video-edit.rules.ts';
export { createVideoListRepository } from './video-list.repository.ts';
