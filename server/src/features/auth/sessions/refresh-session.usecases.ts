import { limits, type SessionEndCause, type SessionView } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import { hmacSha256, sha256 } from '../../../platform/crypto/codes.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { Users } from '../../users/index.ts';
import { refreshRefused, stepLate } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { TakeDeviceStep } from '../devices/device-steps.usecases.ts';
import type { Devices } from '../devices/devices.usecases.ts';
import type { SecondFactorRule } from '../second-factor/second-factor-rule.usecases.ts';
import type { VideoAccess } from '../video-access/video-access.usecases.ts';
import type { EndSessions } from './end-sessions.usecases.ts';
import type { NoteKeyMismatch } from './key-mismatch.usecases.ts';
import { describeSession, type OpenedSession } from './open-session.usecases.ts';
import { isWithinGrace, judgeRefresh } from './refresh-reuse.rules.ts';
import type { RefreshTokensRepository } from './refresh-tokens.repository.ts';
import { presentSession } from './session.presenter.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { Tokens } from './tokens.adapter.ts';

/** Renewals that a crash of a browser can undo at once: it writes cookies down within half a minute. */
const rotationsFollowed = 32;

export interface SessionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'findById'>;
  readonly sessions: SessionsRepository;
  readonly refreshTokens: RefreshTokensRepository;
  readonly tokens: Tokens;
  readonly refreshKey: Uint8Array;
  readonly devices: Pick<Devices, 'isBound'>;
  readonly takeStep: TakeDeviceStep;
  readonly endSessions: EndSessions;
  readonly noteKeyMismatch: NoteKeyMismatch;
  readonly secondFactorRule: SecondFactorRule;
  readonly videoAccess: Pick<VideoAccess, 'expiresAt'>;
}

/** Refreshes, lists and ends sessions. */
export function createSessions(deps: SessionsDeps) {
  const { db, clock, sessions, refreshTokens } = deps;

  /** Derived, not stored: a retry within the grace gets the same successor. */
  const successorOf = (token: string) =>
    hmacSha256(deps.refreshKey, `refresh-successor:${token}`).toString('base64url');

  /**
   * Finds the token of that line that is still to be used: a crash may have put an older cookie
   * back.
   */
  async function newestAfter(trx: Trx, successor: string): Promise<string | null> {
    let newest = successor;
    for (let i = 0; i < rotationsFollowed; i += 1) {
      if (!(await refreshTokens.isRotated(trx, sha256(newest)))) return newest;
      newest = successorOf(newest);
    }
    return null;
  }

  /** Takes one step under the lock of the token's row. Null means refused, for any reason. */
  async function rotate(
    trx: Trx,
    token: string,
    visitor: Visitor,
    requireBinding: (sessionId: string) => void,
  ) {
    const { deviceId } = visitor;
    const now = clock.now();
    const hash = sha256(token);
    const stored = await refreshTokens.lock(trx, hash);
    if (!stored) return { verdict: 'refuse' } as const;
    const session = (await sessions.states(trx, [stored.sessionId], now)).get(stored.sessionId);
    if (!session) return { verdict: 'refuse' } as const;
    const { userId, userType } = session;
    if (!(await deps.devices.isBound(trx, { userId, userType, deviceId: session.deviceId }))) {
      return { verdict: 'refuse' } as const;
    }
    const isSameDevice = session.deviceId === deviceId;
    if (isSameDevice && session.endedCause === 'device_copied') {
      return { verdict: 'copied', ended: [] } as const;
    }
    // Before its step is taken: a copy without the key is no reason to end the owner's session.
    if (session.isLive && isSameDevice && session.isBound) requireBinding(stored.sessionId);
    // What asks once more within the grace did not hear the answer; later it may be a copy, and counts.
    const isRetry = stored.rotatedAt !== null && isWithinGrace(stored.rotatedAt, now);
    const taken =
      session.isLive && isSameDevice
        ? await deps.takeStep(trx, visitor, { userId, isSigningIn: false, isForMore: !isRetry })
        : ({ verdict: 'none', wasRepeated: false, ended: [] } as const);
    if (taken.verdict === 'copied') return { verdict: 'copied', ended: taken.ended } as const;
    if (taken.verdict === 'missing') return { verdict: 'refuse' } as const;
    if (taken.verdict === 'late') return { verdict: 'late' } as const;
    const successor = successorOf(token);
    const successorUsed = await refreshTokens.isRotated(trx, sha256(successor));
    // A step that was repeated for more may have been a copy's: an older cookie is then no accident.
    const isForgiven = !(taken.wasRepeated && (successorUsed || taken.verdict === 'next'));
    const verdict = judgeRefresh(
      {
        expiresAt: stored.expiresAt,
        rotatedAt: stored.rotatedAt,
        successorUsed,
        isSameDevice,
        isSessionLive: session.isLive,
        isSameBrowser: (taken.verdict === 'next' || taken.verdict === 'again') && isForgiven,
      },
      now,
    );
    const { sessionId } = stored;
    if (!isSameDevice) {
      const mismatch = { userId, sessionId, deviceId, credential: 'refresh' } as const;
      await deps.noteKeyMismatch(trx, mismatch);
    }
    if (verdict === 'reuse') {
      const ended = await deps.endSessions(trx, { userId, sessionId }, 'refresh_reused');
      await recordEvent(trx, 'session.refresh-reused', { userId, sessionId, deviceId }, now);
      return { verdict, announce: ended.announce } as const;
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
    const newest = verdict === 'repeat' ? await newestAfter(trx, successor) : successor;
    if (newest === null) return { verdict: 'refuse' } as const;
    const isStepTaken = taken.verdict !== 'none';
    return { verdict, userId, sessionId, successor: newest, isStepTaken };
  }

  return {
    /**
     * @param requireBinding asked of a session that is bound to a key of the browser; throws where it is not met
     * @throws AppError refresh_invalid, refresh_reused, device_copied, or 409 changed_meanwhile
     */
    async refresh(
      token: string,
      visitor: Visitor,
      requireBinding: (sessionId: string) => void,
    ): Promise<OpenedSession> {
      const { deviceId } = visitor;
      const result = await db
        .transaction()
        .execute((trx) => rotate(trx, token, visitor, requireBinding));
      if (result.verdict === 'refuse') throw refreshRefused('refresh_invalid');
      if (result.verdict === 'reuse') {
        result.announce();
        throw refreshRefused('refresh_reused');
      }
      if (result.verdict === 'late') throw stepLate();
      if (result.verdict === 'copied') {
        for (const ended of result.ended) ended.announce();
        throw refreshRefused('device_copied');
      }
      const user = await deps.users.findById(result.userId);
      if (!user) throw refreshRefused('refresh_invalid');
      const { sessionId, successor, isStepTaken } = result;
      const videoAccessExpiresAt = await deps.videoAccess.expiresAt(sessionId, visitor);
      const session = { sessionId, deviceId, videoAccessExpiresAt };
      const data = await describeSession(deps, user, session);
      return { data, refreshToken: successor, sessionId, isStepTaken };
    },

    /** Lists the user's live sessions in words, the latest first. */
    async list(userId: string, currentId?: string): Promise<SessionView[]> {
      const rows = await sessions.liveOf(db, userId, clock.now());
      return rows.map((row) => presentSession(row, currentId));
    },

    /** @returns whether it was a live session of this user */
    async end(userId: string, sessionId: string, cause: SessionEndCause): Promise<boolean> {
      const ended = await db
        .transaction()
        .execute((trx) => deps.endSessions(trx, { userId, sessionId }, cause));
      ended.announce();
      return ended.count > 0;
    },

    /** @returns how many there were */
    async endAll(userId: string, cause: SessionEndCause): Promise<number> {
      const ended = await db
        .transaction()
        .execute((trx) => deps.endSessions(trx, { userId }, cause));
      ended.announce();
      return ended.count;
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
