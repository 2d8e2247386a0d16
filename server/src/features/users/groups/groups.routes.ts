import { endpoints } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { ExportList } from '../../../platform/export/export-list.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { Actor } from '../users.policy.ts';
import { groupColumns } from './group-columns.rules.ts';
import type { Groups } from './groups.usecases.ts';

export function bindGroupRoutes(
  bind: Bind,
  deps: {
    readonly groups: Groups;
    readonly exportList: ExportList;
    actorOf(caller: SessionCaller, request: FastifyRequest): Actor;
  },
): void {
  const { groups, exportList, actorOf } = deps;
  const calls = endpoints.groups;
  bind(calls.list, ({ caller, request, query }) => groups.list(actorOf(caller, request), query));
  bind(endpoints.listExports.groups, (call) =>
    exportList(call, {
      name: 'user-groups',
      action: 'user-group.export',
      columns: groupColumns,
      read: (caller, part) => groups.behind(caller, call.query, part),
    }),
  );
  bind(calls.create, ({ caller, request, body }) =>
    groups.create(actorOf(caller, request), body.name),
  );
  bind(calls.rename, ({ caller, request, params, body }) =>
    groups.rename(actorOf(caller, request), params.id, body.name),
  );
  bind(calls.remove, ({ caller, request, params }) =>
    groups.remove(actorOf(caller, request), params.id),
  );
  bind(calls.members, ({ caller, request, params, query }) =>
    groups.members(actorOf(caller, request), params.id, query),
  );
  bind(calls.changeMembers, ({ caller, request, params, body }) =>
    groups.changeMembers(actorOf(caller, request), params.id, body),
  );
}
