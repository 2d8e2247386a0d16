export { createPosterChoicesRepository } from './poster-choices.repository.ts';
export { bindPosterRoutes } from './posters.routes.ts';
export { createPosters } from './posters.usecases.ts';
export { createMakePoster, makePosterKind } from './tasks/make-poster.task.ts';
