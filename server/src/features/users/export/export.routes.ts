import { endpoints } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { Actor } from '../users.policy.ts';
import type { ExportFormat } from './export-format.rules.ts';
import type { ExportUsers } from './export-users.usecases.ts';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<ExportFormat, string>;

export function bindExportRoutes(
  bind: Bind,
  deps: {
    readonly exportUsers: ExportUsers;
    actorOf(caller: SessionCaller, request: FastifyRequest): Actor;
  },
): void {
  bind(endpoints.users.exportAll, async ({ caller, request, query, reply }) => {
    const file = await deps.exportUsers(deps.actorOf(caller, request), query);
    reply
      .header('content-type', contentTypes[query.format])
      .header('content-disposition', `attachment; filename="users.${query.format}"`)
      .header('cache-control', 'no-store');
    return file;
  });
}
