export { isEntitled } from './catalogue.policy.ts';
export {
  type CatalogueRepository,
  createCatalogueRepository,
  playableColumns,
  type VideoRow,
} from './catalogue.repository.ts';
export { bindCatalogueRoutes, editorOf } from './catalogue.routes.ts';
export { createCatalogueUsecases, type PlayableVideo } from './catalogue.usecases.ts';
export {
  createEditVideo,
  type Editor,
  type EditVideo,
  type VideoStep,
} from './edit-video.usecases.ts';
export { picturesInUse } from './picture-names.rules.ts';
export { createPresentVideos, type PresentVideos } from './present-videos.usecases.ts';
export { createRemoveDeleted } from './tasks/remove-deleted.task.ts';
export { createVideoListRepository } from './video-list.repository.ts';
