export { createGroupsRepository } from './groups.repository.ts';
export { bindGroupRoutes } from './groups.routes.ts';
export { createGroups } from './groups.usecases.ts';
