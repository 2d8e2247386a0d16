import { endpoints } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import { readTextHeader } from '../../../platform/http/request-facts.ts';
import { nameSource } from '../../../platform/network/name-source.ts';
import { bindingProofRequired, bindingRefused } from '../auth.errors.ts';
import { readBindingProof, readBoundSessionId } from './bound-session.rules.ts';
import {
  type BoundSessionsDeps,
  refreshBoundSession,
  registerBoundSession,
} from './bound-sessions.usecases.ts';

const responseHeader = 'secure-session-response';
const challengeHeader = 'secure-session-challenge';
/** Of one session from one address; a browser asks twice in ten minutes. */
const perSession = 30;
/** Of all that share an address, or of IPv6 a /64: a centre whose learners all come back at once. */
const perAddress = 3000;

/**
 * Binds the calls that the browser itself makes (Device Bound Session Credentials). It sends no
 * device proof: its signature replaces it, and nothing is given without it.
 */
export function bindBoundSessionRoutes(bind: Bind, deps: BoundSessionsDeps): void {
  const countAddress = bind.createRateLimit('bound-sessions-by-address', perAddress);
  const countSession = bind.createRateLimit('bound-sessions', perSession);
  const count =
    ({ ip }: FastifyRequest, reply: FastifyReply) =>
    (sessionId: string) =>
      countSession(`${sessionId} ${nameSource(ip)}`, reply);

  bind(endpoints.boundSessions.register, async ({ request, reply }) => {
    await countAddress(nameSource(request.ip), reply);
    reply.header('cache-control', 'no-store');
    const proof = readBindingProof(readTextHeader(request, responseHeader));
    return registerBoundSession(deps, proof, count(request, reply));
  });

  bind(endpoints.boundSessions.refresh, async ({ request, reply }) => {
    await countAddress(nameSource(request.ip), reply);
    reply.header('cache-control', 'no-store');
    const sessionId = readBoundSessionId(readTextHeader(request, 'sec-secure-session-id'));
    if (!sessionId) throw bindingRefused();
    await count(request, reply)(sessionId);
    const sent = readTextHeader(request, responseHeader);
    const proof = sent === undefined ? 'none' : readBindingProof(sent);
    const result = await refreshBoundSession(deps, sessionId, proof);
    if (result.outcome === 'over') return result.answer;
    reply.header(challengeHeader, result.challenge);
    if (result.outcome === 'sign') throw bindingProofRequired();
    deps.boundSessionProtocol.setCookies(reply, sessionId);
    return result.answer;
  });
}
