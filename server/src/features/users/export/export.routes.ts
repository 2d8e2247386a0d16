import { endpoints } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import type { CallerNow } from '../../../platform/http/caller.ts';
import type { ActorNow } from '../users.policy.ts';
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
    actorNowOf(call: { callerNow: CallerNow; request: FastifyRequest }): ActorNow;
  },
): void {
  bind(endpoints.users.exportAll, async (call) => {
    const { query, reply } = call;
    const file = await deps.exportUsers(deps.actorNowOf(call), query);
    reply
      .header('content-type', contentTypes[query.format])
      .header('content-disposition', `attachment; filename="users.${query.format}"`)
      .header('cache-control', 'no-store');
    return file;
  });
}
