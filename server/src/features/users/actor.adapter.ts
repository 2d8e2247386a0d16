import type { FastifyRequest } from 'fastify';
import type { CallerNow, SessionCaller } from '../../platform/http/caller.ts';
import type { Actor, ActorNow } from './users.policy.ts';

/** Returns who makes a call, and from which address. */
export function actorOf({
  caller,
  request,
}: {
  readonly caller: SessionCaller;
  readonly request: FastifyRequest;
}): Actor {
  const { userId, userType, adminScope } = caller;
  return { userId, userType, adminScope, address: request.ip };
}

/** Returns the same for calls that take long: each time with the rights of that moment. */
export function actorNowOf({
  callerNow,
  request,
}: {
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
}): ActorNow {
  return async (trx) => actorOf({ caller: await callerNow(trx), request });
}
