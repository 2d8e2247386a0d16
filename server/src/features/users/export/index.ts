export { bindExportRoutes } from './export.routes.ts';
export { createExportUsers } from './export-users.usecases.ts';
