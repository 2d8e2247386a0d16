import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { describeActor } from '../actor.adapter.ts';
import type { UsersDeps } from '../users.deps.ts';
import { listUsers } from './user-list.usecases.ts';

export function bindUserListRoutes(bind: Bind, deps: UsersDeps): void {
  const { users } = endpoints;
  for (const endpoint of [users.list, users.listPlain]) {
    bind(endpoint, (call) => listUsers(deps, describeActor(call), call.query));
  }
}
