import type { SessionEndCause } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ValuesOf } from '../../platform/config/setting.ts';
import type { InstanceSecrets } from '../../platform/crypto/instance-secrets.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { GuardedPool } from '../../platform/db/guarded-pool.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { Users } from '../users/index.ts';
import { bindAccountRoutes } from './account.routes.ts';
import type { authSettings } from './auth.config.ts';
import { bindAuthRoutes } from './auth.routes.ts';
import { createBoundSessionProtocol } from './bound-sessions/bound-session.adapter.ts';
import { createBoundSessionsRepository } from './bound-sessions/bound-sessions.repository.ts';
import { bindBoundSessionRoutes } from './bound-sessions/bound-sessions.routes.ts';
import { createBoundSessions } from './bound-sessions/bound-sessions.usecases.ts';
import { createDeviceStepsRepository } from './devices/device-steps.repository.ts';
import { createDeviceSteps } from './devices/device-steps.usecases.ts';
import { createDevicesRepository } from './devices/devices.repository.ts';
import { createDevices } from './devices/devices.usecases.ts';
import { createLoginHistory } from './history/login-history.repository.ts';
import { createLoginHistoryReader } from './history/login-history.usecases.ts';
import { createActivation } from './password/activation.usecases.ts';
import { createBreachCheck } from './password/breached-passwords.adapter.ts';
import { createChangePassword } from './password/change-password.usecases.ts';
import { createConfirmPassword } from './password/confirm-password.usecases.ts';
import { createCredentialsRepository } from './password/credentials.repository.ts';
import { createPasswordHasher } from './password/password-hash.adapter.ts';
import { hashParametersOf } from './password/password-hash.rules.ts';
import { createAuthRetentionRepository } from './retention.repository.ts';
import { createPasskeyEnrolment } from './second-factor/passkey-enrolment.usecases.ts';
import { createPasskeySignIn } from './second-factor/passkey-sign-in.usecases.ts';
import { createPasskeysRepository } from './second-factor/passkeys.repository.ts';
import { relyingPartyOf } from './second-factor/passkeys.rules.ts';
import { createSecondFactors } from './second-factor/second-factor.usecases.ts';
import { createFactorChanges } from './second-factor/second-factor-change.usecases.ts';
import { createSecondFactorCodes } from './second-factor/second-factor-code.usecases.ts';
import { createSecondFactorEnrolment } from './second-factor/second-factor-enrolment.usecases.ts';
import { createSecondFactorRule } from './second-factor/second-factor-rule.usecases.ts';
import { createSecondFactorSignIn } from './second-factor/second-factor-sign-in.usecases.ts';
import { createSecondFactorsRepository } from './second-factor/second-factors.repository.ts';
import { createSessionGate } from './sessions/authenticator.usecases.ts';
import { createCookies } from './sessions/cookies.adapter.ts';
import { createEndExpired } from './sessions/end-expired.usecases.ts';
import { createEndSessions } from './sessions/end-sessions.usecases.ts';
import { createKeyMismatches } from './sessions/key-mismatch.usecases.ts';
import { createLastSeen } from './sessions/last-seen.adapter.ts';
import { createOpenSession } from './sessions/open-session.usecases.ts';
import { createSessions } from './sessions/refresh-session.usecases.ts';
import { createRefreshTokensRepository } from './sessions/refresh-tokens.repository.ts';
import { createRevocations } from './sessions/revocations.adapter.ts';
import { createRightsChanges } from './sessions/rights-changes.adapter.ts';
import { createSessionsRepository } from './sessions/sessions.repository.ts';
import { createTokens } from './sessions/tokens.adapter.ts';
import { createDemoAccounts } from './sign-in/demo-account.usecases.ts';
import { createStrangers } from './sign-in/failed-attempts-by-others.usecases.ts';
import { countFailedSignIns } from './sign-in/failed-sign-ins.usecases.ts';
import { createGuessingRecord } from './sign-in/guessing.usecases.ts';
import { createSignIn } from './sign-in/sign-in.usecases.ts';
import { createSignInAttempts } from './sign-in/sign-in-attempt.usecases.ts';
import { createSignInLimits } from './sign-in/sign-in-rate-limit.adapter.ts';
import { createWatchPass } from './video-access/media-cookie.adapter.ts';
import { createOpenVideoAccess, createVideoAccess } from './video-access/video-access.usecases.ts';

export { authSettings } from './auth.config.ts';
export { secondFactorColumn } from './second-factor/second-factor-code.usecases.ts';
export type { Revocations } from './sessions/revocations.adapter.ts';
export { describeUserAgent } from './sessions/user-agent.rules.ts';
export type { Whereabouts } from './video-access/confirmed-place.rules.ts';
export { type WatchPass, watchPassCookieName } from './video-access/media-cookie.adapter.ts';

export interface AuthFeatureDeps {
  readonly db: Db;
  readonly pool: GuardedPool;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly notifications: Notifications;
  readonly secrets: InstanceSecrets;
  readonly users: Users;
  readonly masterKey: SealingKeys;
  readonly settings: Omit<ValuesOf<typeof authSettings>, 'devicesPerLearner'>;
  readonly systemConfig: LiveConfig;
  /** Under which browsers reach this server; known once it listens. */
  origins(): readonly string[];
}

/** Wires authentication: activation, sign-in, sessions bound to devices, and their end. */
export function createAuth(deps: AuthFeatureDeps) {
  const { db, pool, clock, log, notifications, secrets, users } = deps;
  const sessions = createSessionsRepository();
  const credentials = createCredentialsRepository();
  const refreshTokens = createRefreshTokensRepository();
  const tokens = createTokens({ ...secrets, clock });
  const hasher = createPasswordHasher(hashParametersOf(deps.settings));
  const history = createLoginHistory();
  const limits = createSignInLimits({
    pool,
    clock,
    key: secrets.refreshKey,
    perAddress: deps.settings.signInsPerAddress,
    onUsedUp: createGuessingRecord({ db, clock, users, history }),
  });
  const attempts = createSignInAttempts({ db, users, sessions, limits });
  const watchPass = createWatchPass(secrets.deliveryKey, secrets.instanceId);
  const cookies = createCookies(secrets.instanceId, watchPass);
  const revocations = createRevocations({ db, clock, log, sessions, notifications });
  const rightsChanges = createRightsChanges({ clock, log, notifications });
  const noteKeyMismatch = createKeyMismatches({ clock });
  const lastSeen = createLastSeen({ db, clock, log, sessions });
  const factors = createSecondFactorsRepository();
  const { systemConfig, masterKey } = deps;
  const secondFactorRule = createSecondFactorRule({ db, systemConfig, factors });
  const endSessions = createEndSessions({ clock, sessions, revocations, history });
  const secondFactors = createSecondFactors({ db, clock, factors, history, endSessions });
  const devices = createDevices({
    db,
    clock,
    devices: createDevicesRepository(),
    credentials,
    endSessions,
    systemConfig,
    history,
  });
  const strangersAt = createStrangers({ clock, history, sessions });
  const takeStep = createDeviceSteps({
    clock,
    systemConfig,
    steps: createDeviceStepsRepository(),
    endSessions,
    history,
  });
  const openSession = createOpenSession({
    db,
    clock,
    users,
    sessions,
    refreshTokens,
    tokens,
    credentials,
    factors,
    devices,
    takeStep,
    history,
    secondFactorRule,
    strangersAt,
    sessionDays: deps.settings.sessionDays,
  });
  const videoAccess = createVideoAccess({ db, clock, systemConfig, sessions });
  const sessionUsecases = createSessions({
    db,
    clock,
    users,
    sessions,
    refreshTokens,
    tokens,
    devices,
    takeStep,
    endSessions,
    noteKeyMismatch,
    secondFactorRule,
    videoAccess,
    refreshKey: secrets.refreshKey,
  });
  const protocol = createBoundSessionProtocol({ key: secrets.refreshKey, clock });
  const boundSessions = createBoundSessions({
    db,
    clock,
    sessions,
    boundSessions: createBoundSessionsRepository(),
    protocol,
    isOn: deps.settings.deviceBoundSessions === 'on',
  });
  const loginHistoryOf = createLoginHistoryReader({ db, history });

  return {
    watchPass,
    revocations,
    sessionFacts: {
      videoAccessExpiresAt: videoAccess.expiresAt,
      placeOf: videoAccess.placeOf,
      whereabouts: videoAccess.whereabouts,
    },
    gate: createSessionGate({
      db,
      clock,
      tokens,
      sessions,
      revocations,
      notifications,
      lastSeen,
      noteKeyMismatch,
      rightsChanges,
      secondFactorRule,
    }),
    requireBinding: boundSessions.require,
    endSessions: (trx: Trx, userId: string, cause: SessionEndCause) =>
      endSessions(trx, { userId }, cause),
    /** Ends one session of a user; `count` is 0 when it belongs to another user, or is not live. */
    endSession: (trx: Trx, userId: string, sessionId: string, cause: SessionEndCause) =>
      endSessions(trx, { userId, sessionId }, cause),
    /** Live sessions of a user, the latest first; `currentId` is marked as the caller's own. */
    sessionsOf: sessionUsecases.list,
    devices: { of: devices.of, set: devices.set, clear: devices.clear },
    secondFactors,
    rightsChanged: rightsChanges.tell,
    loginHistoryOf,
    makeDemoAccount: createDemoAccounts({ db, users, hasher }),
    bindRoutes(bind: Bind): void {
      const confirmPassword = createConfirmPassword({ db, clock, users, hasher, limits, history });
      const codes = createSecondFactorCodes({
        db,
        clock,
        masterKey,
        factors,
        sessions,
        limits,
        history,
        recoveryKey: secrets.refreshKey,
      });
      const isBreached = createBreachCheck({
        log,
        metrics: deps.metrics,
        url: deps.settings.passwordBreachCheckUrl,
        allowsPrivate: deps.settings.passwordBreachCheckPrivate === 'on',
      });
      const doorDeps = {
        db,
        clock,
        users,
        tokens,
        hasher,
        attempts,
        credentials,
        secondFactors,
        history,
        isBreached,
        devices,
      };
      const changes = createFactorChanges({
        factors,
        confirmPassword,
        secondFactorRule,
        recoveryKey: secrets.refreshKey,
      });
      const passkeys = createPasskeysRepository();
      const relyingParty = () => relyingPartyOf(deps.origins());
      bindAccountRoutes(bind, {
        strangersOf: (userId) => strangersAt(db, userId),
        loginHistoryOf,
        enrolment: createSecondFactorEnrolment({
          db,
          clock,
          masterKey,
          factors,
          passkeys,
          credentials,
          changes,
          codes,
          history,
          endSessions,
          secondFactorRule,
        }),
        passkeys: createPasskeyEnrolment({
          db,
          clock,
          passkeys,
          credentials,
          changes,
          history,
          endSessions,
          relyingParty,
        }),
        changePassword: createChangePassword({
          db,
          clock,
          users,
          hasher,
          credentials,
          secondFactors,
          history,
          isBreached,
          confirmPassword,
          endSessions,
        }),
      });
      const counted = countFailedSignIns(deps.metrics);
      const passkeySignIn = createPasskeySignIn({
        db,
        clock,
        users,
        tokens,
        passkeys,
        sessions,
        limits,
        history,
        openSession,
        relyingParty,
      });
      bindBoundSessionRoutes(bind, { boundSessions, protocol });
      bindAuthRoutes(bind, {
        users,
        cookies,
        boundSessions,
        protocol,
        videoAccess,
        sessions: sessionUsecases,
        activation: createActivation(doorDeps),
        signIn: counted(createSignIn({ ...doorDeps, log, limits, openSession })),
        completeSignIn: counted(createSecondFactorSignIn({ users, tokens, codes, openSession })),
        passkeySignIn: { ...passkeySignIn, complete: counted(passkeySignIn.complete) },
        openVideoAccess: createOpenVideoAccess({
          db,
          clock,
          sessions,
          videoAccess,
          confirmPassword,
        }),
      });
    },
    removePast: createAuthRetentionRepository(db),
    endExpired: createEndExpired({ db, clock, sessions, history }),
    stop: () => lastSeen.stop(),
  };
}

export type Auth = ReturnType<typeof createAuth>;
