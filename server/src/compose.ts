import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { basePath, endpoints, signInLimitsMs } from '@prahari/contract';
import { type MediaTools, resolveTools } from '@prahari/media';
import type { FastifyInstance } from 'fastify';
import { fillAuditPorts } from './audit-ports.ts';
import { dataFoldersOf, diskFoldersOf } from './data-folder.ts';
import { createAlerts, openNotifiers } from './features/alerts/index.ts';
import { createAnalytics } from './features/analytics/index.ts';
import { createAudit, type ProbeTarget } from './features/audit/index.ts';
import {
  buildInitialAuthConfig,
  createAuth,
  refreshKeySecret,
  tokenKeySecret,
} from './features/auth/index.ts';
import {
  createDelivery,
  deliveryKeySecret,
  describeMedia,
  mediaRoutes,
  refuseHandOverOfObjects,
} from './features/delivery/index.ts';
import { createDrm } from './features/drm/index.ts';
import { createIngest, readKeyService } from './features/ingest/index.ts';
import {
  buildInitialPlaybackConfig,
  createPlayback,
  playbackRowRefusals,
} from './features/playback/index.ts';
import { createSystem, readVersion } from './features/system/index.ts';
import {
  buildInitialUsersConfig,
  createMailTransport,
  createUsers,
  openMailServer,
  readSmsGateway,
  usersRowRefusals,
} from './features/users/index.ts';
import { createVideos } from './features/videos/index.ts';
import { type AllSettings, dailyTables, jobKinds } from './features.ts';
import type { Foundation } from './foundation.ts';
import { keepPartitions } from './platform/db/daily-partitions.ts';
import { listPendingMigrations } from './platform/db/migrate.ts';
import { measureReplica } from './platform/db/read-replica.ts';
import { listEventRetentionJobs } from './platform/events/events-table.ts';
import { openEventSpool } from './platform/events/spool.ts';
import { createDepartures } from './platform/gather/depart-together.ts';
import { createHttpApp } from './platform/http/app.ts';
import { createBind } from './platform/http/bind.ts';
import { createDrain } from './platform/http/drain.ts';
import { isPlainCall } from './platform/http/known-call.ts';
import { answerUnknownAddresses } from './platform/http/not-found.ts';
import { serveApiDescription } from './platform/http/openapi.ts';
import { chooseSeenProofs, openSeenProofs } from './platform/http/proof/open-seen-proofs.ts';
import { createProofVerifier } from './platform/http/proof/proof.ts';
import { openProofLedger, proofNonceSecret } from './platform/http/proof/proof-ledger.ts';
import type { SeenProofs } from './platform/http/proof/seen-proofs.ts';
import { createSharedCounts } from './platform/http/shared-counts.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { startJobQueue } from './platform/jobs/queue.ts';
import { createCallMeter } from './platform/metrics/measure-calls.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createCallTally } from './platform/metrics/tally-calls.ts';
import { openAnonymisers } from './platform/network/anonymisers.ts';
import { openLocator } from './platform/network/locate.ts';
import { isServedOverTls } from './platform/platform.config.ts';
import { buildInitialConfig } from './platform/system-config/initial-config.ts';
import { openSystemConfig } from './platform/system-config/system-config.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

const signInRoute = `${basePath}${endpoints.auth.login.path}`;

export interface ComposeDeps {
  readonly foundation: Foundation;
  readonly settings: AllSettings;
  /** Undefined in a process that takes no jobs. */
  readonly tools: MediaTools | undefined;
  /** Undefined where traces are off. */
  readonly tracing: Tracing | undefined;
  /** Origins under which browsers reach this server; known once it listens. */
  origins(): readonly string[];
  /** Where this process listens; undefined in one that answers no requests. */
  listensAt(): { readonly host: string; readonly port: number } | undefined;
  readonly webAppDir: string | undefined;
  /** Between two requests of an audit; left out, as learners don't notice. */
  readonly auditPaceMs?: number | undefined;
}

/**
 * Builds the features on the foundation and fills their ports: the only place where features meet.
 */
export async function compose(deps: ComposeDeps) {
  const { foundation, settings, tools, tracing } = deps;
  const { db, pool, replica, clock, log, notifications, storage, bucket, masterKey, dataDir } =
    foundation;
  const { instanceId, loadSecret } = foundation;
  const { workDir, uploadDir, importDir, partDir, eventDir } = dataFoldersOf(dataDir);
  const diskFolders = diskFoldersOf(dataDir, settings);
  const version = readVersion();
  const metrics = createMetrics(version);
  metrics.watchPool(pool.connections);
  measureReplica(metrics, replica);
  // Before anything is started: they may refuse their settings.
  refuseHandOverOfObjects(settings);
  const smsGateway = readSmsGateway(settings);
  const keyService = readKeyService(settings);
  const initial = buildInitialConfig(
    buildInitialUsersConfig(settings),
    buildInitialAuthConfig(settings),
    buildInitialPlaybackConfig(settings),
  );
  const secrets = {
    instanceId,
    tokenKeyPem: (await loadSecret(tokenKeySecret)).toString(),
    refreshKey: await loadSecret(refreshKeySecret),
    deliveryKey: await loadSecret(deliveryKeySecret),
  };
  const systemConfig = await openSystemConfig({ db, log, notifications, initial });
  const mailServer = await openMailServer(settings);
  const locator = await openLocator(settings, log);
  const anonymisers = await openAnonymisers(settings, log);
  const spool = await openEventSpool({ db, clock, log, folder: eventDir });
  const callMeter = createCallMeter(spool);
  const callTally = createCallTally(signInLimitsMs, { mediaRoutes, signInRoute });
  const sharedCounts = createSharedCounts({ db, notifications });
  const drain = createDrain();
  const stopPartitions = await keepPartitions({ db, clock, log }, dailyTables);
  const queue = await startJobQueue(jobKinds, {
    pool: foundation.openJobPool(),
    notifications,
    log,
    keepsTime: tools !== undefined,
    tracing,
  });

  const users = createUsers({
    db,
    clock,
    log,
    queue,
    masterKey,
    smsGateway,
    mailServer,
    systemConfig,
    settings,
    importDir,
    bucket,
    workDir,
    diskFolders,
    publicUrl: settings.publicUrl,
    hashPassword: (password) => auth.hashPassword(password),
    endSessions: (trx, userId, cause) => auth.endSessions(trx, userId, cause),
    endSessionsOf: (trx, userIds, cause) => auth.endSessionsOf(trx, userIds, cause),
    forgetNotes: (trx, userId) => playback.deleteNotes(trx, userId),
    endSession: (trx, userId, id, cause) => auth.endSession(trx, userId, id, cause),
    sessionsOf: (userId, currentId) => auth.listSessions(userId, currentId),
    devices: {
      of: (userIds, within) => auth.devices.of(userIds, within),
      allOf: (userId, within) => auth.devices.allOf(userId, within),
      set: (trx, userId, deviceId) => auth.devices.set(trx, userId, deviceId),
      clear: (trx, userId) => auth.devices.clear(trx, userId),
    },
    secondFactor: {
      isEnrolled: (holder, within) => auth.secondFactors.isEnrolled(holder, within),
      clear: (trx, userId, byUserId) => auth.secondFactors.clear(trx, userId, byUserId),
      forget: (trx, userId) => auth.secondFactors.forget(trx, userId),
    },
    rightsChanged: (trx, userId) => auth.publishRightsChange(trx, userId),
    audienceChanged: (trx, userIds) => playback.endUnentitled(trx, userIds),
    loginHistoryOf: (userId, page) => auth.listLoginHistory(userId, page),
  });
  const auth = createAuth({
    db,
    spool,
    pool,
    clock,
    log,
    metrics,
    notifications,
    queue,
    secrets,
    users,
    systemConfig,
    masterKey,
    settings,
    origins: deps.origins,
  });
  const { mediaCookie, revocations, sessionFacts } = auth;
  const base = { db, clock, log, metrics, notifications, storage, masterKey, settings };
  const delivery = createDelivery({
    ...base,
    spool,
    mediaCookie,
    revocations,
    deliveryKey: secrets.deliveryKey,
    onSegment: (request) => playback.onSegment(request),
    playbackRevocations: {
      isRevoked: (playbackId) => playback.playbackRevocations.isRevoked(playbackId),
      onRevoked: (listener) => playback.playbackRevocations.onRevoked(listener),
    },
    playableVideo: (videoId, caller) => videos.findPlayableVideo(videoId, caller),
  });
  const videos = createVideos({
    ...base,
    ...users,
    delivery,
    videoProgress: (userId, videoIds, within) =>
      playback.findVideoProgress(userId, videoIds, within),
    viewsOf: (videoIds, within) => playback.countViews(videoIds, within),
    startedVideos: (userId, atMost) => playback.listStartedVideos(userId, atMost),
    watchedVideos: (userId, atMost) => playback.listWatchedVideos(userId, atMost),
  });
  const ingest = createIngest({
    ...base,
    ...users,
    sharedCounts,
    keyService,
    tools,
    queue,
    videos,
    systemConfig,
    driver: settings.storage,
    uploadDir,
    partDir,
    bucket,
    workDir,
    diskFolders,
  });
  const drm = createDrm({
    ...base,
    sessionFacts,
    systemConfig,
    instanceId,
    tokenKeyPem: secrets.tokenKeyPem,
    playableVideo: videos.findPlayableVideo,
    findKeys: ingest.findKeys,
    contentKeys: ingest.listKeysOfRevision,
    nameOf: users.nameOf,
    visibleIds: users.visibleIds,
    findConfirmedPlayback: (id, caller, traits) =>
      playback.findConfirmedPlayback(id, caller, traits),
    findSolePlayback: (caller, videoId) => playback.findSolePlayback(caller, videoId),
    isUserTokenUsed: (id) => playback.isUserTokenUsed(id),
    startPlayback: (one) => playback.startOpenedPlayback(one),
  });
  const playback = createPlayback({
    ...base,
    systemConfig,
    sessionFacts,
    revocations,
    users,
    videos: { ...delivery, ...videos },
    drm,
  });
  const alerts = createAlerts({
    db,
    clock,
    log,
    notifications,
    users,
    exportList: users.exportList,
    locator,
    anonymisers,
    queue,
    metrics,
    settings,
    notifiers: await openNotifiers(settings, mailServer && createMailTransport(mailServer)),
    publicUrl: settings.publicUrl,
    measures: {
      endSessions: (trx, userId) => auth.endSessions(trx, userId, 'ended_by_alert'),
      endSession: (trx, userId, id) => auth.endSession(trx, userId, id, 'ended_by_alert'),
      isBlocked: async (userId) => (await users.findUserById(userId))?.status === 'blocked',
      blockLearner: (userId) => users.blockLearner(userId),
      liftBlock: users.liftPlatformBlock,
      suspendPlayback: playback.suspendPlayback,
      liftSuspension: playback.liftSuspension,
      tightenSignIns: auth.tightenSignIns,
      liftTightening: auth.liftTightening,
    },
  });
  const analytics = createAnalytics({
    ...base,
    reportDb: replica?.db ?? db,
    users,
    ingest,
    videos,
    system: () => system,
  });
  const routes = new Set<string>();
  let seenProofs: SeenProofs | undefined;
  const auditPorts = fillAuditPorts({
    ...deps,
    users,
    auth,
    videos,
    alerts,
    drm,
    playback,
    system: () => system,
    routes,
    systemConfig,
    secrets,
  });
  const audit = createAudit({
    ...base,
    users,
    exportList: users.exportList,
    systemConfig,
    queue,
    version,
    diskFolders,
    timeZone: settings.reportTimeZone,
    paceMs: deps.auditPaceMs,
    ports: auditPorts,
  });
  const system = createSystem({
    db,
    clock,
    log,
    metrics,
    spool,
    storage,
    version,
    systemConfig,
    users,
    databaseWatch: foundation.databaseWatch,
    lessons: { newestForAll: videos.findNewestForAll },
    origins: deps.origins,
    listensAt: deps.listensAt,
    dataDir,
    queueDepths: queue.depths,
    callTally,
    processName: `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`,
    role: settings.role,
    segmentsSentBy: settings.deliveryHandOverPrefix === undefined ? 'prahari' : 'nginx',
    poolUse: () => pool.connections.countUse(),
    visibleIds: users.visibleIds,
    exportList: users.exportList,
    home: {
      summarizeAlerts: alerts.summarizeOpen,
      findUploadJobs: ingest.findJobsUnderWay,
      listOpenImports: users.importJobs.listUnderWay,
      describeRoom: ingest.describeRoom,
      findPlaying: playback.findPlaying,
      summarizeSecurity: playback.summarizeSecurity,
      countPlays: playback.countPlays,
      countSignIns: auth.countSignIns,
      countLicenceFailures: drm.countLicenceFailures,
      countBlockedUsers: users.countBlocked,
      isSecondFactorEnrolled: (caller) => auth.secondFactors.isEnrolled(caller),
      countAdministratorsWithoutFactor: auth.secondFactors.countWithout,
      hasLearner: users.hasLearner,
      hasVideo: videos.hasManagedVideo,
      hasLicenceService: drm.hasLicenceService,
    },
    settings,
    retentionJobs: [
      ...listEventRetentionJobs({ db, clock, settings }),
      ...users.retentionJobs,
      ...drm.retentionJobs,
      // Before the sign-ins that they belong to.
      ...playback.retentionJobs,
      ...auth.retentionJobs,
      ...videos.retentionJobs,
      ...ingest.retentionJobs,
      ...alerts.retentionJobs,
      ...analytics.retentionJobs,
      ...audit.retentionJobs,
    ],
    workDir,
    isDraining: drain.isUnderWay,
    pendingMigrations: () => listPendingMigrations(db),
    askSeenProofs:
      chooseSeenProofs(settings) === 'valkey' ? async () => seenProofs?.read() : undefined,
    findTools: tools && (() => resolveTools(process.env)),
  });

  return {
    drain,
    /** Paths of all routes, once the web server is open; the test that walks them reads it. */
    routes,
    secrets,
    users,
    auth,
    systemConfig,
    delivery,
    videos,
    ingest,
    playback,
    alerts,
    system,
    queue,
    spool,
    locator,
    /** What audits are told; the tests of single checks ask it too. */
    auditPorts,
    async startWorker() {
      await users.startWorker(queue);
      await auth.startWorker(queue);
      await ingest.startWorker(queue);
      await system.startWorker(queue);
      await alerts.startWorker(queue);
      await analytics.startWorker();
      await audit.startWorker(queue);
    },
    /** Carries out audits in this process, once it is reached there. */
    startAuditor: (target: ProbeTarget) => audit.startAuditor(queue, target),
    async openWeb(): Promise<FastifyInstance> {
      await Promise.all([
        revocations.read(),
        playback.playbackRevocations.read(),
        delivery.readUrlVersions(),
      ]);
      const app = await createHttpApp({
        log,
        clock,
        trustProxy: settings.trustProxy,
        isSecure: isServedOverTls(settings),
        mostLagMs: settings.mostLagMs,
        drain,
        rowRefusals: { ...usersRowRefusals, ...playbackRowRefusals },
        routineRoutes: mediaRoutes,
        tracing,
        findCountry: locator.findCountry,
        onRefused: auth.recordRefusal,
        onAnswered(request, route, answer) {
          if (settings.callMetrics === 'off') return;
          metrics.onAnswered(request, route, answer);
          callTally.noteAnswer(request, route, answer);
          if (isPlainCall(request)) callMeter.note(route, answer.status, answer.durationMs);
        },
      });
      app.addHook('onRoute', (route) => void routes.add(route.url));
      seenProofs = await openSeenProofs(settings, { pool, log, instanceId });
      const secret = await loadSecret(proofNonceSecret);
      const ledger = await openProofLedger({ store: seenProofs, secret });
      const verifyProof = createProofVerifier({ ledger, origins: deps.origins });
      const guards = {
        session: auth.sessionGuard,
        runner: ingest.runnerGuard,
        probe: system.admitProbe,
      };
      const bind = createBind(app, {
        clock,
        ledger,
        verifyProof,
        guards,
        depart: createDepartures(),
        sharedCounts,
      });
      await app.register(async (api) => {
        for (const feature of [users, auth, videos, ingest, drm, playback, alerts, audit, system])
          feature.bindRoutes(bind);
        analytics.bindRoutes(bind);
        delivery.bindRoutes(api, bind);
      });
      await serveApiDescription(app, describeMedia());
      const sendWebApp = deps.webAppDir
        ? await serveWebApp(app, deps.webAppDir, {
            ledger,
            pageFacts: { ...users.pageFacts, ...system.pageFacts },
            connectTo: system.pageConnectsTo,
          })
        : undefined;
      answerUnknownAddresses(app, { clock, sendWebApp });
      await app.ready();
      return app;
    },
    async stop() {
      await seenProofs?.stop();
      stopPartitions();
      await system.stop();
      await alerts.stop();
      await analytics.stop();
      await playback.stop();
      await auth.stop();
      await queue.stop();
      callMeter.stop();
      sharedCounts.stop();
      await spool.stop();
    },
  };
}

export type Composition = Awaited<ReturnType<typeof compose>>;
