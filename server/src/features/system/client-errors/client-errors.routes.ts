import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { userAgentOf } from '../../../platform/http/request-facts.ts';
import type { ClientErrors } from './client-errors.usecases.ts';

export function bindClientErrorRoutes(errors: ClientErrors) {
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
  };
}
