import type { Endpoint } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../../platform/db/database.ts';
import type { Credentials, SessionCaller } from '../../../platform/http/caller.ts';
import { noteCaller } from '../../../platform/http/known-call.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { authenticationRequired } from '../auth.errors.ts';
import { requireBinding } from '../bound-sessions/bound-sessions.usecases.ts';
import type { Authenticator } from './authenticator.usecases.ts';
import { authorizeCall, isForAdministrators } from './call-access.policy.ts';
import { recordClaimedRoles } from './refusals.adapter.ts';

type GuardDeps = Pick<AuthDeps, 'settings' | 'boundSessionProtocol' | 'spool'> & {
  readonly authenticator: Authenticator;
};

/**
 * Refuses calls for administrators without a token, even with proof of a device. @throws AppError
 */
export function requireToken({ access }: Endpoint, accessToken: string | undefined): void {
  if (isForAdministrators(access) && accessToken === undefined) throw authenticationRequired();
}

/**
 * Identifies the caller and checks that the call is allowed: token and device, session and its
 * binding to the browser, role, second factor, permission.
 * @throws AppError
 */
export async function admitCall(
  deps: GuardDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  { accessToken, deviceId, acceptProof }: Credentials,
): Promise<SessionCaller> {
  const caller = await deps.authenticator.identify(accessToken, deviceId);
  noteCaller(request, caller);
  await acceptProof();
  recordClaimedRoles(deps.spool, request, caller);
  if (endpoint.bound && caller.isBound) requireBinding(deps, request, caller.sessionId);
  authorizeCall(endpoint.access, caller);
  return caller;
}

/** Checks the same again, for a call that is still running. @throws AppError */
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
