import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { describeActor } from '../actor.adapter.ts';
import type { UsersDeps } from '../users.deps.ts';
import { changeUsers, deleteUsers } from './change-users.usecases.ts';
import { listDeletedUsers, restoreUsers } from './restore-users.usecases.ts';

export function bindBulkRoutes(bind: Bind, deps: UsersDeps): void {
  const { users } = endpoints;
  bind(users.bulk, (call) => changeUsers(deps, describeActor(call), call.body));
  bind(users.bulkRemove, (call) => deleteUsers(deps, describeActor(call), call.body.users));
  bind(users.deleted, (call) => listDeletedUsers(deps, describeActor(call), call.query));
  bind(users.restore, (call) => restoreUsers(deps, describeActor(call), call.body.ids));
}
