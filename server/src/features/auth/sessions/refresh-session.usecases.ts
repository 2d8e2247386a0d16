import { limits } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { hmacSha256, sha256 } from '../../../platform/crypto/codes.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { refreshRefused, stepLate } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { applyDeviceStep } from '../devices/device-steps.usecases.ts';
import { isDeviceStillBound } from '../devices/devices.usecases.ts';
import { findVideoAccessEnd } from '../video-access/video-access.usecases.ts';
import { endSessions } from './end-sessions.usecases.ts';
import { describeSession, type OpenedSession } from './open-session.usecases.ts';
import { isWithinGrace, judgeRefresh } from './refresh-reuse.rules.ts';
import {
  insertRefreshToken,
  isRefreshTokenRotated,
  lockRefreshToken,
  markRefreshTokenRotated,
} from './refresh-tokens.repository.ts';
import { findSessionStates, updateLastSeen } from './sessions.repository.ts';

/** Rotations that a crash of a browser can undo at once: it writes cookies to disk within half a minute. */
const rotationsFollowed = 32;

export type RefreshDeps = Pick<
  AuthDeps,
  'db' | 'clock' | 'systemConfig' | 'tokens' | 'refreshKey' | 'revocations' | 'recordKeyMismatch'
> & { readonly users: Pick<AuthDeps['users'], 'findUserById'> };

/**
 * Rotates a refresh token and returns a new access token with its successor. Reuse of a token,
 * other than a retry by the same browser, ends its session.
 * @param requireBindingOf checks a session that is bound to a key of the browser; throws where the
 * request lacks its cookie
 * @throws AppError refresh_invalid, refresh_reused, device_copied, or 409 changed_meanwhile
 */
export async function refreshSession(
  deps: RefreshDeps,
  token: string,
  client: ClientInfo,
  requireBindingOf: (sessionId: string) => void,
): Promise<OpenedSession> {
  const { deviceId } = client;
  const result = await deps.db
    .transaction()
    .execute((trx) => rotateToken(deps, trx, { token, client }, requireBindingOf));
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
  const user = await deps.users.findUserById(result.userId);
  if (!user) throw refreshRefused('refresh_invalid');
  const { sessionId, successor, isStepTaken } = result;
  const videoAccessExpiresAt = await findVideoAccessEnd(deps, sessionId, client);
  const session = { sessionId, deviceId, videoAccessExpiresAt };
  const data = await describeSession(deps, user, session);
  return { data, refreshToken: successor, sessionId, isStepTaken };
}

/** Judges the token under the lock of its row, and carries the verdict out. */
async function rotateToken(
  deps: RefreshDeps,
  trx: Trx,
  { token, client }: { readonly token: string; readonly client: ClientInfo },
  requireBindingOf: (sessionId: string) => void,
) {
  const { deviceId } = client;
  const now = deps.clock.now();
  const hash = sha256(token);
  const stored = await lockRefreshToken(trx, hash);
  if (!stored) return { verdict: 'refuse' } as const;
  const session = (await findSessionStates(trx, [stored.sessionId], now)).get(stored.sessionId);
  if (!session) return { verdict: 'refuse' } as const;
  const { userId, userType } = session;
  if (!(await isDeviceStillBound(deps, trx, { userId, userType, deviceId: session.deviceId }))) {
    return { verdict: 'refuse' } as const;
  }
  const isSameDevice = session.deviceId === deviceId;
  if (isSameDevice && session.endedCause === 'device_copied') {
    return { verdict: 'copied', ended: [] } as const;
  }
  // Before its step is taken: a copy without the key is no reason to end the owner's session.
  if (session.isLive && isSameDevice && session.isBound) requireBindingOf(stored.sessionId);
  // A retry within the grace did not receive the answer; later it may be a copy, and counts.
  const isRetry = stored.rotatedAt !== null && isWithinGrace(stored.rotatedAt, now);
  const taken =
    session.isLive && isSameDevice
      ? await applyDeviceStep(deps, trx, client, {
          userId,
          isSigningIn: false,
          isForMore: !isRetry,
        })
      : ({ verdict: 'none', wasRepeated: false, ended: [] } as const);
  if (taken.verdict === 'copied') return { verdict: 'copied', ended: taken.ended } as const;
  if (taken.verdict === 'missing') return { verdict: 'refuse' } as const;
  if (taken.verdict === 'late') return { verdict: 'late' } as const;
  const successor = deriveSuccessor(deps, token);
  const successorUsed = await isRefreshTokenRotated(trx, sha256(successor));
  // A step that was repeated for more may have been a copy's: an older cookie is then suspicious.
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
    await deps.recordKeyMismatch(trx, mismatch);
  }
  if (verdict === 'reuse') {
    const ended = await endSessions(deps, trx, { userId, sessionId }, 'refresh_reused');
    await recordEvent(trx, 'session.refresh-reused', { userId, sessionId, deviceId }, now);
    return { verdict, announce: ended.announce } as const;
  }
  if (verdict === 'rotate') {
    await markRefreshTokenRotated(trx, hash, now);
    await insertRefreshToken(trx, {
      hash: sha256(successor),
      sessionId,
      now,
      expiresAt: addSeconds(now, limits.refreshTokenSeconds),
    });
    await updateLastSeen(trx, sessionId, now);
  }
  const newest = verdict === 'repeat' ? await findNewestToken(deps, trx, successor) : successor;
  if (newest === null) return { verdict: 'refuse' } as const;
  const isStepTaken = taken.verdict !== 'none';
  return { verdict, userId, sessionId, successor: newest, isStepTaken };
}

/**
 * Derives the successor instead of storing it: a retry within the grace period gets the same one.
 */
function deriveSuccessor({ refreshKey }: Pick<AuthDeps, 'refreshKey'>, token: string): string {
  return hmacSha256(refreshKey, `refresh-successor:${token}`).toString('base64url');
}

/**
 * Finds the unused token of that chain: a crash may have brought an older cookie back.
 * @returns null after too many rotations
 */
async function findNewestToken(
  deps: Pick<AuthDeps, 'refreshKey'>,
  trx: Trx,
  successor: string,
): Promise<string | null> {
  let newest = successor;
  for (let i = 0; i < rotationsFollowed; i += 1) {
    if (!(await isRefreshTokenRotated(trx, sha256(newest)))) return newest;
    newest = deriveSuccessor(deps, newest);
  }
  return null;
}
