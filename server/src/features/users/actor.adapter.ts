import type { AdminScope, Permission, UserType } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { CallerNow, SessionCaller } from '../../platform/http/caller.ts';
import type { Actor, ActorNow } from './users.policy.ts';

declare module '../../platform/http/caller.ts' {
  /** The account behind a session, as it is at the moment of the call. */
  interface SessionCaller {
    readonly userType: UserType;
    readonly permissions: readonly Permission[];
    /** Null for learners. */
    readonly adminScope: AdminScope | null;
  }
}

/** Returns the caller of a request as an actor, with the address. */
export function describeActor({
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
export function describeActorNow({
  callerNow,
  request,
}: {
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
}): ActorNow {
  return async (trx) => describeActor({ caller: await callerNow(trx), request });
}
