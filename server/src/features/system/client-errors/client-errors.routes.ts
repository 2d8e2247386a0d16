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

/**
 * A page sends its errors every 30 s (specification, section 9), and some at once when they occur.
 */
const reportsPerMinute = 30;

export function bindClientErrorRoutes(bind: Bind, deps: SystemDeps): void {
  const countReport = bind.createRateLimit('error-reports', reportsPerMinute);
  bind(endpoints.logs.reportClientErrors, async ({ body, caller, request, reply }) => {
    await countReport(caller.userId, reply);
    const accepted = await receiveClientErrors(deps, body.logs, {
      userId: caller.userId,
      sessionId: caller.sessionId,
      address: request.ip,
      userAgent: readUserAgent(request),
      clientVersion: body.metadata.clientVersion,
    });
    return { accepted };
  });
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
