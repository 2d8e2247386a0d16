export { bindStorageUseRoutes } from './storage-use.routes.ts';
export { createStorageUse, type UploadsUse } from './storage-use.usecases.ts';
export {
  createStoredMediaRepository,
  type StoredMediaRepository,
} from './stored-media.repository.ts';
export { createCountMedia } from './tasks/count-media.task.ts';
