import type { Endpoint } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../../platform/db/database.ts';
import type { Credentials, SessionCaller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { authenticationRequired } from '../auth.errors.ts';
import { requireBinding } from '../bound-sessions/bound-sessions.usecases.ts';
import type { Authenticator } from './authenticator.usecases.ts';
import { authorizeCall, isForAdministrators } from './call-access.policy.ts';

type GuardDeps = Pick<AuthDeps, 'settings' | 'boundSessionProtocol'> & {
  readonly authenticator: Authenticator;
};

/** Refuses calls for administrators without a token, whoever proves a device. @throws AppError */
export function requireToken({ access }: Endpoint, accessToken: string | undefined): void {
  if (isForAdministrators(access) && accessToken === undefined) throw authenticationRequired();
}

/**
 * Finds out who calls, and whether the call is for them: the token and its device, the session, what
 * binds it to its browser, role, second factor and right.
 * @throws AppError
 */
export async function admitCall(
  deps: GuardDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  { accessToken, deviceId }: Credentials,
): Promise<SessionCaller> {
  const caller = await deps.authenticator.identify(accessToken, deviceId);
  if (endpoint.bound && caller.isBound) requireBinding(deps, request, caller.sessionId);
  authorizeCall(endpoint.access, caller);
  return caller;
}

/** Finds out the same as of now, for a call that goes on. @throws AppError */
export async function admitCallAgain(
  { authenticator }: Pick<GuardDeps, 'authenticator'>,
  endpoint: Endpoint,
  caller: SessionCaller,
  trx?: Trx,
): Promise<SessionCaller> {
  const present = await authenticator.identifyAgain(caller, trx);
  authorizeCall(endpoint.access, present);
  return present;
}
