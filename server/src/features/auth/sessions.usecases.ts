import type { SessionEndCause } from '@prahari/contract';
import { limits } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import { hmacSha256, sha256 } from '../../platform/crypto/codes.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { Users } from '../users/index.ts';
import { refreshRefused } from './auth.errors.ts';
import { describeSession, type OpenedSession, type Visitor } from './open-session.usecases.ts';
import { judgeRefresh } from './refresh.rules.ts';
import type { RefreshTokensRepository } from './refresh-tokens.repository.ts';
import type { Revocations } from './revocations.adapter.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { Tokens } from './tokens.adapter.ts';

export interface SessionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'findById'>;
  readonly sessions: SessionsRepository;
  readonly refreshTokens: RefreshTokensRepository;
  readonly tokens: Tokens;
  readonly refreshKey: Uint8Array;
  readonly revocations: Pick<Revocations, 'note'>;
}

export interface EndedSessions {
  readonly count: number;
  announce(): void;
}

export function createSessions(deps: SessionsDeps) {
  const { db, clock, sessions, refreshTokens } = deps;

  /** Derived, not stored: a retry within the grace gets the same successor. */
  const successorOf = (token: string) =>
    hmacSha256(deps.refreshKey, `refresh-successor:${token}`).toString('base64url');

  async function record(trx: Trx, userId: string, sessionIds: string[], cause: SessionEndCause) {
    for (const sessionId of sessionIds) {
      await recordEvent(trx, 'session.ended', { userId, sessionId, cause }, clock.now());
    }
  }

  /** One step under the lock of the token's row. Null means refused, for whatever reason. */
  async function rotate(trx: Trx, token: string, deviceId: string) {
    const now = clock.now();
    const hash = sha256(token);
    const stored = await refreshTokens.lock(trx, hash);
    if (!stored) return { verdict: 'refuse' } as const;
    const session = await sessions.state(trx, stored.sessionId, now);
    if (!session) return { verdict: 'refuse' } as const;
    const successor = successorOf(token);
    const verdict = judgeRefresh(
      {
        expiresAt: stored.expiresAt,
        rotatedAt: stored.rotatedAt,
        successorUsed: await refreshTokens.isRotated(trx, sha256(successor)),
        isSameDevice: session.deviceId === deviceId,
        isSessionLive: session.isLive,
      },
      now,
    );
    const { userId } = session;
    const { sessionId } = stored;
    if (verdict === 'reuse') {
      const ended = await sessions.end(trx, { sessionId }, 'refresh_reused', now);
      await record(trx, userId, ended, 'refresh_reused');
      await recordEvent(trx, 'session.refresh-reused', { userId, sessionId, deviceId }, now);
    }
    if (verdict === 'rotate') {
      await refreshTokens.markRotated(trx, hash, now);
      await refreshTokens.insert(trx, {
        hash: sha256(successor),
        sessionId,
        now,
        expiresAt: secondsAfter(now, limits.refreshTokenSeconds),
      });
      await sessions.touch(trx, sessionId, now);
    }
    return { verdict, userId, sessionId, successor };
  }

  return {
    /** @throws AppError refresh_invalid or refresh_reused */
    async refresh(token: string, visitor: Visitor): Promise<OpenedSession> {
      const { deviceId } = visitor;
      const result = await db.transaction().execute((trx) => rotate(trx, token, deviceId));
      if (result.verdict === 'refuse') throw refreshRefused('refresh_invalid');
      if (result.verdict === 'reuse') {
        deps.revocations.note(result.sessionId);
        throw refreshRefused('refresh_reused');
      }
      const user = await deps.users.findById(result.userId);
      if (!user) throw refreshRefused('refresh_invalid');
      const data = await describeSession(deps.tokens, user, result.sessionId, deviceId);
      return { data, refreshToken: result.successor, sessionId: result.sessionId };
    },

    async logout(userId: string, sessionId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const ended = await sessions.end(trx, { sessionId }, 'logout', clock.now());
        await record(trx, userId, ended, 'logout');
      });
      deps.revocations.note(sessionId);
    },

    /** Call `announce` once the transaction has been committed. */
    async endAll(trx: Trx, userId: string, cause: SessionEndCause): Promise<EndedSessions> {
      const ended = await sessions.end(trx, { userId }, cause, clock.now());
      await record(trx, userId, ended, cause);
      return { count: ended.length, announce: () => ended.forEach(deps.revocations.note) };
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
