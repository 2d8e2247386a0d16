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
import { createActivation } from './activation.usecases.ts';
import type { authSettings } from './auth.config.ts';
import { bindAuthRoutes } from './auth.routes.ts';
import { createBoundSessionProtocol } from './bound-session.adapter.ts';
import { createBoundSessionsRepository } from './bound-sessions.repository.ts';
import { bindBoundSessionRoutes } from './bound-sessions.routes.ts';
import { createBoundSessions } from './bound-sessions.usecases.ts';
import { createBreachCheck } from './breached-passwords.adapter.ts';
import { createChangePassword } from './change-password.usecases.ts';
import { createConfirmPassword } from './confirm-password.usecases.ts';
import { createCookies } from './cookies.adapter.ts';
import { createCredentialsRepository } from './credentials.repository.ts';
import { createDemoAccounts } from './demo-account.usecases.ts';
import { createDeviceStepsRepository } from './device-steps.repository.ts';
import { createDeviceSteps } from './device-steps.usecases.ts';
import { createDevicesRepository } from './devices.repository.ts';
import { createDevices } from './devices.usecases.ts';
import { createEndExpired } from './end-expired.usecases.ts';
import { createEndSessions } from './end-sessions.usecases.ts';
import { countFailedSignIns } from './failed-sign-ins.usecases.ts';
import { createGuessingRecord } from './guessing.usecases.ts';
import { createKeyMismatches } from './key-mismatch.usecases.ts';
import { createLastSeen } from './last-seen.adapter.ts';
import { createLoginHistory } from './login-history.repository.ts';
import { createLoginHistoryReader } from './login-history.usecases.ts';
import { createOpenSession } from './open-session.usecases.ts';
import { createPasskeyEnrolment } from './passkey-enrolment.usecases.ts';
import { createPasskeySignIn } from './passkey-sign-in.usecases.ts';
import { createPasskeysRepository } from './passkeys.repository.ts';
import { relyingPartyOf } from './passkeys.rules.ts';
import { createPasswordHasher } from './password-hash.adapter.ts';
import { hashParametersOf } from './password-hash.rules.ts';
import { createRefreshTokensRepository } from './refresh-tokens.repository.ts';
import { createAuthRetentionRepository } from './retention.repository.ts';
import { createRevocations } from './revocations.adapter.ts';
import { createRightsChanges } from './rights-changes.adapter.ts';
import { createSecondFactors } from './second-factor.usecases.ts';
import { createFactorChanges } from './second-factor-change.usecases.ts';
import { createSecondFactorCodes } from './second-factor-code.usecases.ts';
import { createSecondFactorEnrolment } from './second-factor-enrolment.usecases.ts';
import { createSecondFactorRule } from './second-factor-rule.usecases.ts';
import { createSecondFactorSignIn } from './second-factor-sign-in.usecases.ts';
import { createSecondFactorsRepository } from './second-factors.repository.ts';
import { createSessionGate } from './session-gate.usecases.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { createSessions } from './sessions.usecases.ts';
import { createSignIn } from './sign-in.usecases.ts';
import { createSignInAttempts } from './sign-in-attempt.usecases.ts';
import { createSignInLimits } from './sign-in-limits.adapter.ts';
import { createStrangers } from './strangers.usecases.ts';
import { createTokens } from './tokens.adapter.ts';
import { createOpenVideoAccess, createVideoAccess } from './video-access.usecases.ts';
import { createWatchPass } from './watch-pass.adapter.ts';

export { authSettings } from './auth.config.ts';
export type { Whereabouts } from './confirmed-place.rules.ts';
export type { Revocations } from './revocations.adapter.ts';
export { secondFactorColumn } from './second-factor-code.usecases.ts';
export { describeUserAgent } from './user-agent.rules.ts';
export { type WatchPass, watchPassCookieName } from './watch-pass.adapter.ts';

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
