import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { readUserAgent } from '../../../platform/http/request-facts.ts';
import type { SystemDeps } from '../system.deps.ts';
import { clientErrorColumns } from './client-error-columns.rules.ts';
import {
  listClientErrorGroups,
  listClientErrors,
  listClientErrorsForExport,
  receiveClientErrors,
  setClientErrorResolved,
} from './client-errors.usecases.ts';

export function bindClientErrorRoutes(bind: Bind, deps: SystemDeps): void {
  bind(endpoints.logs.reportClientErrors, async ({ body, caller, request }) => ({
    accepted: await receiveClientErrors(deps, body.logs, {
      userId: caller.userId,
      sessionId: caller.sessionId,
      address: request.ip,
      userAgent: readUserAgent(request),
      clientVersion: body.metadata.clientVersion,
    }),
  }));
  bind(endpoints.logs.clientErrors, ({ query, caller }) => listClientErrors(deps, caller, query));
  bind(endpoints.logs.clientErrorGroups, ({ query, caller }) =>
    listClientErrorGroups(deps, caller, query),
  );
  bind(endpoints.logs.setClientErrorResolved, ({ caller, params, body, request }) =>
    setClientErrorResolved(deps, caller, params.id, { ...body, address: request.ip }),
  );
  bind(endpoints.listExports.clientErrors, (call) =>
    deps.exportList(call, {
      name: 'client-errors',
      action: 'client-error.export',
      columns: clientErrorColumns,
      read: (caller, part) => listClientErrorsForExport(deps, caller, call.query, part),
    }),
  );
}
