export { type CatalogueRepository, createCatalogueRepository } from './catalogue.repository.ts';
export { bindCatalogueRoutes } from './catalogue.routes.ts';
export { createCatalogueUsecases, type PlayableVideo } from './catalogue.usecases.ts';
