export { bindUploadRoutes } from './upload.routes.ts';
export { createUploadUsecases } from './upload.usecases.ts';
export { createUploadJobsRepository } from './upload-jobs.repository.ts';
