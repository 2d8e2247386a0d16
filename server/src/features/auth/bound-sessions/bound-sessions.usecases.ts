import type { BoundSession } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { bindingMissing, bindingPostponed, bindingRefused } from '../auth.errors.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { BoundSessionProtocol } from './bound-session.adapter.ts';
import { type BindingProof, boundKeyOf } from './bound-session.rules.ts';
import type { BoundSessionsRepository } from './bound-sessions.repository.ts';

/** What the refresh address answers. */
export type BoundRefresh =
  | { readonly outcome: 'over'; readonly answer: BoundSession }
  /** Sign this, and come again. */
  | { readonly outcome: 'sign'; readonly challenge: string }
  | { readonly outcome: 'renewed'; readonly answer: BoundSession; readonly challenge: string };

export interface BoundSessionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Pick<SessionsRepository, 'states'>;
  readonly boundSessions: BoundSessionsRepository;
  readonly protocol: BoundSessionProtocol;
  readonly isOn: boolean;
}

/**
 * Binds sessions to a key that the browser keeps, where it can in hardware (Device Bound Session
 * Credentials). A session counts as bound once its browser renewed the cookie by a signature of its
 * own accord; from then on, what a copy would live by is refused without that cookie.
 */
export function createBoundSessions(deps: BoundSessionsDeps) {
  const { db, clock, boundSessions, protocol } = deps;

  async function isLive(sessionId: string): Promise<boolean> {
    const states = await deps.sessions.states(db, [sessionId], clock.now());
    return states.get(sessionId)?.isLive === true;
  }

  return {
    /**
     * Builds the header for the answer that opens a session; null where sessions are not to be
     * bound.
     */
    registrationOf: (sessionId: string): string | null =>
      deps.isOn ? protocol.registration(sessionId) : null,

    /**
     * Keeps the key of a session that was just opened. The challenge names the session, and only
     * the client that got the answer of the sign-in has it.
     * @param count counts a call for that session, and refuses too many
     * @throws AppError binding_refused
     */
    async register(
      proof: BindingProof | null,
      count: (sessionId: string) => Promise<void>,
    ): Promise<BoundSession> {
      const asked = proof && deps.isOn ? protocol.readChallenge(proof.challenge, 'bind') : null;
      if (!proof?.key || !asked) throw bindingRefused();
      const { sessionId } = asked;
      await count(sessionId);
      if (!(await protocol.isSignedBy(proof, proof.key))) throw bindingRefused();
      if (!(await isLive(sessionId))) throw bindingRefused();
      if (!(await boundSessions.bind(db, sessionId, JSON.stringify(proof.key)))) {
        throw bindingRefused();
      }
      return protocol.instructions(sessionId);
    },

    /**
     * @param proof null where the browser sent none yet
     * @throws AppError binding_refused for what this session's key did not sign
     */
    async refresh(sessionId: string, proof: BindingProof | null | 'none'): Promise<BoundRefresh> {
      const bound = await boundSessions.find(db, sessionId);
      if (!deps.isOn || !bound || !(await isLive(sessionId))) {
        return { outcome: 'over', answer: protocol.over(sessionId) };
      }
      const { userId, deviceId, count } = bound;
      const again = () => ({
        outcome: 'sign' as const,
        challenge: protocol.renewal({ sessionId, count }),
      });
      if (proof === 'none') return again();
      // A key comes once, when the session is bound: a request with one here means another session.
      if (!proof || proof.key || !(await protocol.isSignedBy(proof, boundKeyOf(bound.key)))) {
        throw bindingRefused();
      }
      const asked = protocol.readChallenge(proof.challenge, 'renew');
      // Too old, used, or overtaken by another tab: it is the right key, and may sign once more.
      if (asked?.sessionId !== sessionId || asked.count !== count) return again();
      const isTaken = await db.transaction().execute(async (trx) => {
        const now = clock.now();
        if (!(await boundSessions.noteSigned(trx, sessionId, count, now))) return false;
        const facts = { userId, sessionId, deviceId };
        if (count === 0) await recordEvent(trx, 'session.bound', facts, now);
        return true;
      });
      if (!isTaken) {
        const present = await boundSessions.find(db, sessionId);
        const latest = { sessionId, count: present?.count ?? count };
        return { outcome: 'sign', challenge: protocol.renewal(latest) };
      }
      const next = protocol.renewal({ sessionId, count: count + 1 });
      return { outcome: 'renewed', answer: protocol.instructions(sessionId), challenge: next };
    },

    /**
     * Requires the cookie of a bound session. @throws AppError binding_missing, or
     * binding_postponed
     */
    require(request: FastifyRequest, sessionId: string): void {
      if (!deps.isOn || protocol.hasCookie(request, sessionId)) return;
      throw request.headers['secure-session-skipped'] ? bindingPostponed() : bindingMissing();
    },
  };
}

export type BoundSessions = ReturnType<typeof createBoundSessions>;
