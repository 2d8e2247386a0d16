import type { SessionEndCause } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { GuardedPool } from '../../platform/db/guarded-pool.ts';
import type { RecordTable } from '../../platform/db/inspect-database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { AppError } from '../../platform/errors/app-error.ts';
import type { EventSpool } from '../../platform/events/spool.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { SessionCaller, SessionGuard } from '../../platform/http/caller.ts';
import type { ClientTraits } from '../../platform/http/request-facts.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { Users } from '../users/index.ts';
import { bindAccountRoutes } from './account.routes.ts';
import type { AuthConfig } from './auth.config.ts';
import type { AuthDeps } from './auth.deps.ts';
import { bindAuthRoutes } from './auth.routes.ts';
import { createBoundSessionProtocol } from './bound-sessions/bound-session.adapter.ts';
import { bindBoundSessionRoutes } from './bound-sessions/bound-sessions.routes.ts';
import { findBoundDevices, findFirstDevices } from './devices/devices.repository.ts';
import { clearDevices, replaceDevices } from './devices/devices.usecases.ts';
import { countSignInsOfDays } from './history/login-history.repository.ts';
import { type HistoryPage, listLoginHistory } from './history/login-history.usecases.ts';
import { createBreachCheck } from './password/breached-passwords.adapter.ts';
import { countSharedPasswords } from './password/credentials.repository.ts';
import { createPasswordHasher } from './password/password-hash.adapter.ts';
import { readHashParameters } from './password/password-hash.rules.ts';
import {
  startPasswordReset,
  startPasswordResetKind,
} from './password/tasks/start-password-reset.task.ts';
import { listRetentionJobs } from './retention.usecases.ts';
import {
  clearSecondFactors,
  forgetSecondFactors,
  isSecondFactorEnrolled,
} from './second-factor/second-factor.usecases.ts';
import {
  countAdministratorsWithoutFactor,
  type FactorHolder,
} from './second-factor/second-factors.repository.ts';
import { createAuthenticator } from './sessions/authenticator.usecases.ts';
import { createCookies } from './sessions/cookies.adapter.ts';
import { decideWithoutDatabase } from './sessions/decide-without-database.usecases.ts';
import { endSessions, endSessionsOf } from './sessions/end-sessions.usecases.ts';
import { createKeyMismatchRecorder } from './sessions/key-mismatch.adapter.ts';
import { createLastSeen } from './sessions/last-seen.adapter.ts';
import { findLatestSignIn } from './sessions/latest-sign-in.usecases.ts';
import { listSessions } from './sessions/list-sessions.usecases.ts';
import { recordRefusal } from './sessions/refusals.adapter.ts';
import { createRevocations } from './sessions/revocations.adapter.ts';
import { createRightsChanges } from './sessions/rights-changes.adapter.ts';
import { admitCall, admitCallAgain, requireToken } from './sessions/session-guard.usecases.ts';
import { createTokens } from './sessions/tokens.adapter.ts';
import { createDemoAccount, type DemoAccount } from './sign-in/demo-account.usecases.ts';
import { recordGuessing } from './sign-in/failed-attempts-by-others.usecases.ts';
import { createFailedSignInCounter } from './sign-in/failed-sign-ins.adapter.ts';
import { createSignInRateLimit } from './sign-in/sign-in-rate-limit.adapter.ts';
import { createTightenedNetworks } from './sign-in/tightened-networks.adapter.ts';
import {
  insertTightenedNetwork,
  liftTightenedNetwork,
} from './sign-in/tightened-networks.repository.ts';
import { createMediaCookie } from './video-access/media-cookie.adapter.ts';
import { findVideoAccessEnd, matchPlace, namePlace } from './video-access/video-access.usecases.ts';

export { type AuthConfig, authSettings, buildInitialAuthConfig } from './auth.config.ts';
export { readDeviceKind } from './client-info.adapter.ts';
export { type DeviceKind, detectDeviceKind, mayPlay } from './devices/device-kind.rules.ts';
export { secondFactorColumn } from './second-factor/second-factor-code.usecases.ts';
export type { Revocations } from './sessions/revocations.adapter.ts';
export { refreshKeySecret, tokenKeySecret } from './sessions/tokens.adapter.ts';
export { classifyUserAgent, describeUserAgent } from './sessions/user-agent.rules.ts';
export type { PlaceMatch } from './video-access/confirmed-place.rules.ts';
export { formatMediaCookieName, type MediaCookie } from './video-access/media-cookie.adapter.ts';

export const loginRecord: RecordTable = {
  where: 'login history',
  table: 'login_history',
  at: 'at',
};

/** The keys for signing and sealing, the same in all processes. */
export interface AuthSecrets {
  readonly instanceId: string;
  /** PKCS #8 PEM of the key of `tokenKeySecret`. */
  readonly tokenKeyPem: string;
  readonly refreshKey: Buffer;
  /** Of signed URLs; the media cookie is signed with it, too, as one nginx checks both. */
  readonly deliveryKey: Buffer;
}

/** The job kinds that the queue must know before this feature is created. */
export const authJobKinds = [startPasswordResetKind];
const resetsAtOnce = 2;

export interface AuthFeatureDeps {
  readonly db: Db;
  readonly pool: GuardedPool;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly notifications: Notifications;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly secrets: AuthSecrets;
  readonly users: Users;
  readonly masterKey: SealingKeys;
  readonly settings: Omit<AuthConfig, 'devicesPerLearner'>;
  readonly systemConfig: LiveConfig;
  readonly spool: Pick<EventSpool, 'count'>;
  /** The origins under which browsers reach this server; known once it listens. */
  origins(): readonly string[];
}

/** Wires authentication: activation, sign-in, sessions bound to devices, and their end. */
export function createAuth(given: AuthFeatureDeps) {
  const { clock, secrets, settings } = given;
  const { refreshKey, instanceId } = secrets;
  const deps: AuthDeps = {
    ...given,
    refreshKey,
    tokens: createTokens({ ...secrets, clock }),
    hasher: createPasswordHasher(readHashParameters(settings)),
    signInRateLimit: createSignInRateLimit({
      ...given,
      key: refreshKey,
      perAddress: settings.signInsPerAddress,
      isTightened: createTightenedNetworks(given).isTightened,
      onUsedUp: (account) => recordGuessing(given, account),
    }),
    revocations: createRevocations(given),
    recordKeyMismatch: createKeyMismatchRecorder(given),
    boundSessionProtocol: createBoundSessionProtocol({ key: refreshKey, clock }),
    isBreached: createBreachCheck({
      ...given,
      url: settings.passwordBreachCheckUrl,
      allowsPrivate: settings.passwordBreachCheckPrivate === 'on',
    }),
  };
  const mediaCookie = createMediaCookie(secrets.deliveryKey, instanceId);
  const rightsChanges = createRightsChanges(given);
  const lastSeen = createLastSeen(given);
  const { notifications } = given;
  const authenticatorDeps = { ...deps, notifications, lastSeen, rightsChanges };
  const authenticator = createAuthenticator(authenticatorDeps);
  const guardDeps = { ...deps, authenticator };
  const sessionGuard: SessionGuard = {
    requireToken,
    admit: (endpoint, request, credentials) => admitCall(guardDeps, endpoint, request, credentials),
    admitAgain: (endpoint, caller, trx) => admitCallAgain(guardDeps, endpoint, caller, trx),
  };
  return {
    mediaCookie,
    revocations: deps.revocations,
    sessionGuard,
    /** Tells what is decided about a caller while the database is away. */
    decideWithoutDatabase: (credentials: { accessToken: string; deviceId: string }) =>
      decideWithoutDatabase(authenticatorDeps, credentials),
    recordRefusal: (request: FastifyRequest, error: AppError) =>
      recordRefusal(given.spool, request, error),
    sessionFacts: {
      videoAccessExpiresAt: (sessionId: string, traits: ClientTraits) =>
        findVideoAccessEnd(deps, sessionId, traits),
      placeOf: (traits: ClientTraits) => namePlace(deps, traits),
      latestSignIn: (user: Parameters<typeof findLatestSignIn>[1]) => findLatestSignIn(deps, user),
      matchPlace: (until: Readonly<Record<string, number>>, traits: ClientTraits) =>
        matchPlace(deps, until, traits),
    },
    hashPassword: (password: string) => deps.hasher.hashPassword(password),
    endSessions: (trx: Trx, userId: string, cause: SessionEndCause) =>
      endSessions(deps, trx, { userId }, cause),
    endSessionsOf: (trx: Trx, userIds: readonly string[], cause: SessionEndCause) =>
      endSessionsOf(deps, trx, userIds, cause),
    /** Ends one session of a user; `count` is 0 when it belongs to another user, or is not live. */
    endSession: (trx: Trx, userId: string, sessionId: string, cause: SessionEndCause) =>
      endSessions(deps, trx, { userId, sessionId }, cause),
    /** Gives new devices of a network fewer attempts to sign in, for the time of an alert. */
    tightenSignIns(trx: Trx, network: string, forMs: number): Promise<string> {
      const from = given.clock.now();
      const until = new Date(from.getTime() + forMs);
      return insertTightenedNetwork(trx, network, { from, until });
    },
    liftTightening: (trx: Trx, id: string) => liftTightenedNetwork(trx, id, given.clock.now()),
    listSessions: (userId: string, currentId?: string) => listSessions(deps, userId, currentId),
    devices: {
      /** Finds the bound device of each user, in one query; users without one are left out. */
      of: (userIds: readonly string[], within: DbOrTrx = given.db) =>
        findFirstDevices(within, userIds),
      allOf: (userId: string, within: DbOrTrx = given.db) => findBoundDevices(within, userId),
      set: (trx: Trx, userId: string, deviceId: string) =>
        replaceDevices(deps, trx, userId, deviceId),
      clear: (trx: Trx, userId: string) => clearDevices(deps, trx, userId),
    },
    secondFactors: {
      isEnrolled: (holder: FactorHolder, within: DbOrTrx = given.db) =>
        isSecondFactorEnrolled(within, holder),
      clear: (trx: Trx, userId: string, byUserId: string) =>
        clearSecondFactors(deps, trx, userId, byUserId),
      forget: forgetSecondFactors,
      countWithout: (most: number) => countAdministratorsWithoutFactor(given.db, most),
    },
    publishRightsChange: rightsChanges.publishChange,
    listLoginHistory: (userId: string, page: HistoryPage) => listLoginHistory(deps, userId, page),
    countSignIns: (caller: SessionCaller, days: readonly Date[], most: number) =>
      countSignInsOfDays(given.db, given.users.visibleIds(caller), days, most),
    countSharedPasswords: () => countSharedPasswords(given.db),
    createDemoAccount: (account: DemoAccount) => createDemoAccount(deps, account),
    /** Rows that refer to a session have to be removed before these run. */
    retentionJobs: listRetentionJobs(deps),
    bindRoutes(bind: Bind): void {
      const cookies = createCookies(instanceId, mediaCookie);
      const countIfFailed = createFailedSignInCounter(given.metrics);
      bindAccountRoutes(bind, deps);
      bindBoundSessionRoutes(bind, deps);
      bindAuthRoutes(bind, { ...deps, cookies, countIfFailed });
    },
    startWorker: (jobs: JobQueue) =>
      jobs.work(startPasswordResetKind, resetsAtOnce, (run) => startPasswordReset(deps, run)),
    stop: () => lastSeen.stop(),
  };
}

export type Auth = ReturnType<typeof createAuth>;
