import { type LoginData, limits } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto/codes.ts';
import type { Db } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { presentOwnUser, type UserRow, type Users } from '../users/index.ts';
import { invalidCredentials } from './auth.errors.ts';
import type { RefreshTokensRepository } from './refresh-tokens.repository.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { Tokens } from './tokens.adapter.ts';

const daySeconds = 86_400;

export interface Visitor {
  readonly deviceId: string;
  readonly userAgent: string;
  readonly address: string;
}

/** Tokens and user, before the route decides how the refresh token travels. */
export interface OpenedSession {
  readonly data: Omit<LoginData, 'refreshToken'>;
  readonly refreshToken: string;
  readonly sessionId: string;
}

export interface OpenSessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'countLogin' | 'lock'>;
  readonly sessions: SessionsRepository;
  readonly refreshTokens: RefreshTokensRepository;
  readonly tokens: Tokens;
  readonly sessionDays: number;
}

/**
 * Opens a session for somebody whose password was right, bound to the device that asked.
 * @throws AppError invalid_credentials when the account was reset or blocked while the hash was computed
 */
export function createOpenSession(deps: OpenSessionDeps) {
  const { db, clock, sessions, refreshTokens } = deps;
  return async function openSession(user: UserRow, visitor: Visitor): Promise<OpenedSession> {
    const now = clock.now();
    const sessionId = uuidv7();
    const refreshToken = randomToken();
    await db.transaction().execute(async (trx) => {
      const present = await deps.users.lock(trx, user.id);
      const isUnchanged = present?.password_hash === user.password_hash;
      if (!isUnchanged || present?.status === 'blocked') throw invalidCredentials();
      await sessions.insert(trx, {
        id: sessionId,
        userId: user.id,
        ...visitor,
        now,
        expiresAt: secondsAfter(now, deps.sessionDays * daySeconds),
      });
      await refreshTokens.insert(trx, {
        hash: sha256(refreshToken),
        sessionId,
        now,
        expiresAt: secondsAfter(now, limits.refreshTokenSeconds),
      });
      await deps.users.countLogin(trx, user.id);
      const { deviceId } = visitor;
      await recordEvent(trx, 'session.opened', { userId: user.id, sessionId, deviceId }, now);
    });
    const data = await describeSession(deps.tokens, user, sessionId, visitor.deviceId);
    return { data, refreshToken, sessionId };
  };
}

/** A new access token with what the client keeps of the user (specification, section 3). */
export async function describeSession(
  tokens: Tokens,
  user: UserRow,
  sessionId: string,
  deviceId: string,
): Promise<Omit<LoginData, 'refreshToken'>> {
  const access = await tokens.signAccess({ userId: user.id, sessionId, deviceId });
  const isAdmin = user.user_type !== 'LEARNER';
  return {
    accessToken: access.token,
    accessTokenExpiresAt: access.expiresAt.toISOString(),
    userType: user.user_type,
    user: presentOwnUser(user),
    permissions: [],
    adminScope: isAdmin ? { level: user.user_type } : null,
  };
}
