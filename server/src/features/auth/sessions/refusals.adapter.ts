import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../../platform/errors/app-error.ts';
import { runWithOrigin } from '../../../platform/events/request-origin.ts';
import type { EventSpool } from '../../../platform/events/spool.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { describeOrigin, findKnownCall } from '../../../platform/http/known-call.ts';
import { findRoutePattern, readTextHeader } from '../../../platform/http/request-facts.ts';
import { isForAdministrators } from './call-access.policy.ts';
import { claimsOtherRole, classifyRefusal, findIdsOfCall, roleHeaders } from './refusals.rules.ts';

type CountEvents = Pick<EventSpool, 'count'>;

/** Records that a request was refused, if that says anything about its client. */
export function recordRefusal(spool: CountEvents, request: FastifyRequest, error: AppError): void {
  const { status, code, reason = null } = error;
  if (status === 404) recordNotFound(spool, request);
  const call = findKnownCall(request);
  const isAdminRoute = call !== undefined && isForAdministrators(call.endpoint.access);
  const kind = classifyRefusal({ status, code, reason }, isAdminRoute);
  if (kind === null) return;
  const route = findRoutePattern(request);
  const caller = findSignedIn(request);
  const { userId = null, userType = null } = caller ?? {};
  runWithOrigin(describeOrigin(request), () => {
    if (kind === 'limited') spool.count('call.limited', (times) => ({ route, userId, times }));
    else if (kind === 'forged') {
      const why = reason ?? 'token_invalid';
      spool.count('proof.refused', (times) => ({ route, reason: why, times }));
    } else {
      const who = { userId, userType };
      const what = { route, isAdminRoute, code, reason };
      spool.count('call.refused', (times) => ({ ...what, ...who, times }));
    }
  });
}

/** Records that a user asked for something by its id that doesn't exist, or not for this user. */
function recordNotFound(spool: CountEvents, request: FastifyRequest): void {
  const caller = findSignedIn(request);
  const route = findRoutePattern(request);
  const ids = findIdsOfCall(route, request.params);
  if (!caller || ids === undefined) return;
  const { userId, userType } = caller;
  runWithOrigin(describeOrigin(request), () =>
    spool.count('object.not-found', (times) => ({ route, ids, userId, userType, times })),
  );
}

function findSignedIn(request: FastifyRequest): SessionCaller | undefined {
  const caller = findKnownCall(request)?.caller;
  return caller && 'userType' in caller ? caller : undefined;
}

/** Records headers by which a signed-in client claims a role that it does not have. */
export function recordClaimedRoles(
  spool: CountEvents,
  request: FastifyRequest,
  { userType }: Pick<SessionCaller, 'userType'>,
): void {
  for (const header of roleHeaders) {
    const value = readTextHeader(request, header);
    if (value === undefined || !claimsOtherRole(header, value, userType)) continue;
    const origin = describeOrigin(request);
    runWithOrigin(origin, () => spool.count('role.claimed', (times) => ({ header, times })));
  }
}
