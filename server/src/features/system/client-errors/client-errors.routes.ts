import { endpoints } from '@prahari/contract';
import type { ExportList } from '../../../platform/export/export-list.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import { userAgentOf } from '../../../platform/http/request-facts.ts';
import { clientErrorColumns } from './client-error-columns.rules.ts';
import type { ClientErrors } from './client-errors.usecases.ts';

export function bindClientErrorRoutes(errors: ClientErrors, exportList: ExportList) {
  return (bind: Bind): void => {
    bind(endpoints.logs.reportClientErrors, async ({ body, caller, request }) => ({
      accepted: await errors.report(body.logs, {
        userId: caller.userId,
        sessionId: caller.sessionId,
        address: request.ip,
        userAgent: userAgentOf(request),
        clientVersion: body.metadata.clientVersion,
      }),
    }));
    bind(endpoints.logs.clientErrors, async ({ query, caller }) => errors.list(caller, query));
    bind(endpoints.logs.setClientErrorResolved, async ({ caller, params, body, request }) =>
      errors.setResolved(caller, params.id, { ...body, address: request.ip }),
    );
    bind(endpoints.listExports.clientErrors, (call) =>
      exportList(call, {
        name: 'client-errors',
        action: 'client-error.export',
        columns: clientErrorColumns,
        read: (caller, part) => errors.behind(caller, call.query, part),
      }),
    );
  };
}
