export { groupRowRefusals } from './groups.errors.ts';
export { createGroupsRepository, type GroupStanding } from './groups.repository.ts';
export { bindGroupRoutes } from './groups.routes.ts';
export { createGroups } from './groups.usecases.ts';
