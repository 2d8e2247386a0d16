import type { SessionEndCause } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { InstanceSecrets } from '../../platform/crypto/instance-secrets.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Users } from '../users/index.ts';
import { createActivation } from './activation.usecases.ts';
import { bindAuthRoutes } from './auth.routes.ts';
import { createCookies } from './cookies.adapter.ts';
import { createDemoAccounts } from './demo-account.usecases.ts';
import { createOpenSession } from './open-session.usecases.ts';
import { createPasswordHasher } from './password-hash.adapter.ts';
import { createRefreshTokensRepository } from './refresh-tokens.repository.ts';
import { createRevocations } from './revocations.adapter.ts';
import { createSessionGate } from './session-gate.usecases.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { createSessions } from './sessions.usecases.ts';
import { createSignIn } from './sign-in.usecases.ts';
import { createSignInLimits } from './sign-in-limits.adapter.ts';
import { createTokens } from './tokens.adapter.ts';
import { createVideoAccess } from './video-access.usecases.ts';
import { createWatchPass } from './watch-pass.adapter.ts';

export { authSettings } from './auth.config.ts';
export type { Revocations } from './revocations.adapter.ts';
export type { WatchPass } from './watch-pass.adapter.ts';

export interface AuthFeatureDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: Notifications;
  readonly secrets: InstanceSecrets;
  readonly users: Users;
  readonly sessionDays: number;
  readonly signInsPerAddress: number;
}

/** Who somebody is: activation, sign-in, sessions bound to devices, and their end. */
export function createAuth(deps: AuthFeatureDeps) {
  const { db, clock, log, notifications, secrets, users } = deps;
  const sessions = createSessionsRepository();
  const refreshTokens = createRefreshTokensRepository();
  const tokens = createTokens({ ...secrets, clock });
  const hasher = createPasswordHasher();
  const limits = createSignInLimits(deps.signInsPerAddress);
  const watchPass = createWatchPass(secrets.deliveryKey, secrets.instanceId);
  const cookies = createCookies(secrets.instanceId, watchPass);
  const revocations = createRevocations({ db, clock, log, sessions, notifications });
  const openSession = createOpenSession({
    ...{ db, clock, users, sessions, refreshTokens, tokens },
    sessionDays: deps.sessionDays,
  });
  const sessionUsecases = createSessions({
    ...{ db, clock, users, sessions, refreshTokens, tokens },
    refreshKey: secrets.refreshKey,
    revocations,
  });
  const videoAccessExpiresAt = (sessionId: string) =>
    sessions.videoAccessExpiresAt(db, sessionId, clock.now());

  return {
    watchPass,
    revocations,
    sessionFacts: { videoAccessExpiresAt },
    identify: createSessionGate({ db, clock, tokens, sessions, revocations, notifications }),
    endSessions: (trx: Trx, userId: string, cause: SessionEndCause) =>
      sessionUsecases.endAll(trx, userId, cause),
    makeDemoAccount: createDemoAccounts({ db, users, hasher }),
    bindRoutes(bind: Bind): void {
      bindAuthRoutes(bind, {
        ...{ db, users, cookies, videoAccessExpiresAt },
        sessions: sessionUsecases,
        activation: createActivation({ db, clock, users, tokens, hasher, limits }),
        signIn: createSignIn({ db, clock, users, sessions, tokens, hasher, limits, openSession }),
        openVideoAccess: createVideoAccess({ db, clock, users, sessions, hasher, limits }),
      });
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;
