export { bindExportRoutes } from './export.routes.ts';
export { createUsersBehind } from './export.usecases.ts';
