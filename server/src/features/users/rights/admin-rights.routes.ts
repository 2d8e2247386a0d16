import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { describeActor } from '../actor.adapter.ts';
import type { UsersDeps } from '../users.deps.ts';
import { setUserPermissions } from './admin-rights.usecases.ts';

export function bindAdminRightsRoutes(bind: Bind, deps: UsersDeps): void {
  bind(endpoints.users.setPermissions, (call) =>
    setUserPermissions(deps, describeActor(call), call.params.id, call.body),
  );
}
