import { endpoints, type UserDetail } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { ExportList } from '../../../platform/export/export-list.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { CallerNow, SessionCaller } from '../../../platform/http/caller.ts';
import type { createAuditLog } from '../audit-log/audit-log.usecases.ts';
import { auditColumns } from '../audit-log/audit-log-columns.rules.ts';
import type { ListUsers } from '../list/user-list.usecases.ts';
import type { GivenRights } from '../rights/admin-rights.usecases.ts';
import type { Actor, ActorNow } from '../users.policy.ts';
import type { UserAccess } from './access.usecases.ts';
import type { UsersUsecases } from './accounts.usecases.ts';
import type { Profile } from './profile.usecases.ts';

export interface UserRoutesDeps {
  readonly usecases: UsersUsecases;
  readonly access: UserAccess;
  readonly listUsers: ListUsers;
  readonly profile: Profile;
  readonly auditLog: ReturnType<typeof createAuditLog>;
  readonly exportList: ExportList;
  setPermissions(actor: Actor, userId: string, given: GivenRights): Promise<UserDetail>;
}

export function bindUserRoutes(bind: Bind, deps: UserRoutesDeps): void {
  const { usecases, access, profile, auditLog, exportList } = deps;
  const { users } = endpoints;

  for (const endpoint of [users.list, users.listPlain]) {
    bind(endpoint, ({ caller, request, query }) => deps.listUsers(actorOf(caller, request), query));
  }
  bind(users.create, ({ caller, request, body }) =>
    usecases.create(actorOf(caller, request), body),
  );
  for (const endpoint of [users.get, users.getPlain]) {
    bind(endpoint, ({ caller, request, params }) =>
      usecases.get(actorOf(caller, request), params.id),
    );
  }
  for (const endpoint of [users.update, users.updatePlain]) {
    bind(endpoint, ({ caller, request, params, body }) =>
      usecases.update(actorOf(caller, request), params.id, body),
    );
  }
  for (const endpoint of [users.remove, users.removePlain]) {
    bind(endpoint, ({ caller, request, params, query }) =>
      access.remove(actorOf(caller, request), params.id, query.erase === 'true'),
    );
  }
  for (const endpoint of [users.resetPassword, users.resetPasswordPlain]) {
    bind(endpoint, ({ caller, request, params }) =>
      access.resetPassword(actorOf(caller, request), params.id),
    );
  }
  bind(users.block, ({ caller, request, params, body }) =>
    access.block(actorOf(caller, request), params.id, body.blocked),
  );
  bind(users.resetLoginCount, ({ caller, request, params }) =>
    access.resetLoginCount(actorOf(caller, request), params.id),
  );
  bind(users.setPermissions, ({ caller, request, params, body }) =>
    deps.setPermissions(actorOf(caller, request), params.id, body),
  );

  bind(users.signOut, ({ caller, request, params }) =>
    access.signOut(actorOf(caller, request), params.id),
  );
  bind(users.sessions, async ({ caller, request, params }) => ({
    items: await access.sessions(actorOf(caller, request), params.id, caller.sessionId),
  }));
  bind(endpoints.account.loginHistoryOf, ({ caller, request, params, query }) =>
    access.loginHistory(actorOf(caller, request), params.id, query),
  );
  bind(endpoints.account.clearSecondFactor, ({ caller, request, params }) =>
    access.clearSecondFactor(actorOf(caller, request), params.id),
  );
  bind(users.endSession, ({ caller, request, params }) =>
    access.endSession(actorOf(caller, request), params.id, params.sessionId),
  );
  bind(users.setDevice, ({ caller, request, params, body }) =>
    access.setDevice(actorOf(caller, request), params.id, body.deviceId),
  );
  bind(users.clearDevice, ({ caller, request, params }) =>
    access.clearDevice(actorOf(caller, request), params.id),
  );

  bind(users.profile, ({ caller }) => profile.get(caller.userId));
  bind(users.updateProfile, ({ caller, body }) => profile.rename(caller.userId, body.name));
  bind(users.auditLog, ({ query }) => auditLog.page(query));
  bind(endpoints.listExports.auditLog, (call) =>
    exportList(call, {
      name: 'audit-log',
      action: 'audit-log.export',
      columns: auditColumns,
      read: (_, part) => auditLog.behind(call.query, part),
    }),
  );
}

/** Returns who acts, and from where. */
export function actorOf(caller: SessionCaller, request: FastifyRequest): Actor {
  const { userId, userType, adminScope } = caller;
  return { userId, userType, adminScope, address: request.ip };
}

export function actorNowOf({
  callerNow,
  request,
}: {
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
}): ActorNow {
  return async (trx) => actorOf(await callerNow(trx), request);
}
