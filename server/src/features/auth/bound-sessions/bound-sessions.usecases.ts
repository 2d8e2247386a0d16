import type { BoundSession } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { bindingMissing, bindingPostponed, bindingRefused } from '../auth.errors.ts';
import { findSessionStates } from '../sessions/sessions.repository.ts';
import { type BindingProof, parseBoundKey } from './bound-session.rules.ts';
import {
  countBoundSignature,
  findBoundSession,
  saveBoundKey,
} from './bound-sessions.repository.ts';

// Device Bound Session Credentials: a session is bound to a key that the browser keeps, in hardware
// where it can. It counts as bound once its browser has renewed the cookie by a signature; from
// then on, calls that a copy of the browser would need are refused without that cookie.

/** The answer of the refresh address. */
export type BoundRefresh =
  | { readonly outcome: 'over'; readonly answer: BoundSession }
  /** The browser has to sign this and call again. */
  | { readonly outcome: 'sign'; readonly challenge: string }
  | { readonly outcome: 'renewed'; readonly answer: BoundSession; readonly challenge: string };

type SettingDeps = Pick<AuthDeps, 'boundSessionProtocol'> & {
  readonly settings: Pick<AuthDeps['settings'], 'deviceBoundSessions'>;
};
export type BoundSessionsDeps = SettingDeps & Pick<AuthDeps, 'db' | 'clock'>;

/** Formats the header for the answer that opens a session; null if sessions are not bound. */
export function formatRegistrationHeader(deps: SettingDeps, sessionId: string): string | null {
  return isOn(deps) ? deps.boundSessionProtocol.formatRegistration(sessionId) : null;
}

/**
 * Stores the key of a session that was just opened. The challenge names the session, and only the
 * client that got the answer of the sign-in has it.
 * @param count counts a call for that session, and refuses too many
 * @throws AppError binding_refused
 */
export async function registerBoundSession(
  deps: BoundSessionsDeps,
  proof: BindingProof | null,
  count: (sessionId: string) => Promise<void>,
): Promise<BoundSession> {
  const protocol = deps.boundSessionProtocol;
  const asked = proof && isOn(deps) ? protocol.readChallenge(proof.challenge, 'bind') : null;
  if (!proof?.key || !asked) throw bindingRefused();
  const { sessionId } = asked;
  await count(sessionId);
  if (!(await protocol.isSignedBy(proof, proof.key))) throw bindingRefused();
  if (!(await isSessionLive(deps, sessionId))) throw bindingRefused();
  if (!(await saveBoundKey(deps.db, sessionId, JSON.stringify(proof.key)))) throw bindingRefused();
  return protocol.describeBound(sessionId);
}

/**
 * Renews the cookie of a bound session by a signature.
 * @param proof null for a value that is no proof
 * @throws AppError binding_refused for what this session's key did not sign
 */
export async function refreshBoundSession(
  deps: BoundSessionsDeps,
  sessionId: string,
  proof: BindingProof | null | 'none',
): Promise<BoundRefresh> {
  const { db, boundSessionProtocol: protocol } = deps;
  const bound = await findBoundSession(db, sessionId);
  if (!isOn(deps) || !bound || !(await isSessionLive(deps, sessionId))) {
    return { outcome: 'over', answer: protocol.describeEnded(sessionId) };
  }
  const { userId, deviceId, count } = bound;
  const again = () => ({
    outcome: 'sign' as const,
    challenge: protocol.formatChallenge({ sessionId, count }),
  });
  if (proof === 'none') return again();
  // A key is sent once, when the session is bound: a request with one here means another session.
  if (!proof || proof.key || !(await protocol.isSignedBy(proof, parseBoundKey(bound.key)))) {
    throw bindingRefused();
  }
  const asked = protocol.readChallenge(proof.challenge, 'renew');
  // Too old, used, or overtaken by another tab: the key is right, and may sign again.
  if (asked?.sessionId !== sessionId || asked.count !== count) return again();
  const isTaken = await db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    if (!(await countBoundSignature(trx, sessionId, count, now))) return false;
    const facts = { userId, sessionId, deviceId };
    if (count === 0) await recordEvent(trx, 'session.bound', facts, now);
    return true;
  });
  if (!isTaken) {
    const present = await findBoundSession(db, sessionId);
    const latest = { sessionId, count: present?.count ?? count };
    return { outcome: 'sign', challenge: protocol.formatChallenge(latest) };
  }
  const next = protocol.formatChallenge({ sessionId, count: count + 1 });
  return { outcome: 'renewed', answer: protocol.describeBound(sessionId), challenge: next };
}

/** Requires the cookie of a bound session. @throws AppError binding_missing, or binding_postponed */
export function requireBinding(
  deps: SettingDeps,
  request: FastifyRequest,
  sessionId: string,
): void {
  if (!isOn(deps) || deps.boundSessionProtocol.hasCookie(request, sessionId)) return;
  throw request.headers['secure-session-skipped'] ? bindingPostponed() : bindingMissing();
}

function isOn({ settings }: SettingDeps): boolean {
  return settings.deviceBoundSessions === 'on';
}

async function isSessionLive(deps: BoundSessionsDeps, sessionId: string): Promise<boolean> {
  const states = await findSessionStates(deps.db, [sessionId], deps.clock.now());
  return states.get(sessionId)?.isLive === true;
}
