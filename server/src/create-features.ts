import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type MediaTools, resolveTools } from '@prahari/media';
import { fillAuditPorts } from './audit-ports.ts';
import { dataFoldersOf, diskFoldersOf } from './data-folder.ts';
import { createAlerts, openNotifiers } from './features/alerts/index.ts';
import { createAnalytics } from './features/analytics/index.ts';
import { createAudit } from './features/audit/index.ts';
import { createAuth } from './features/auth/index.ts';
import { createDelivery } from './features/delivery/index.ts';
import { createDrm } from './features/drm/index.ts';
import { createIngest } from './features/ingest/index.ts';
import { createPlayback } from './features/playback/index.ts';
import { createSystem } from './features/system/index.ts';
import { createMailTransport, createUsers } from './features/users/index.ts';
import { createVideos } from './features/videos/index.ts';
import type { AllSettings } from './features.ts';
import { fillHomePorts, fillMeasurePorts, fillUsersPorts } from './fill-ports.ts';
import type { Foundation } from './foundation.ts';
import type { Services } from './open-services.ts';
import { listPendingMigrations } from './platform/db/migrate.ts';
import { listEventRetentionJobs } from './platform/events/events-table.ts';
import { chooseSeenProofs } from './platform/http/proof/open-seen-proofs.ts';
import type { SeenProofs } from './platform/http/proof/seen-proofs.ts';

export interface FeaturesDeps {
  readonly foundation: Foundation;
  readonly settings: AllSettings;
  readonly services: Services;
  /** Undefined in a process that takes no jobs. */
  readonly tools: MediaTools | undefined;
  /** Origins under which browsers reach this server; known once it listens. */
  origins(): readonly string[];
  /** Where this process listens; undefined in one that answers no requests. */
  listensAt(): { readonly host: string; readonly port: number } | undefined;
  /** Between two requests of an audit; left out, as learners don't notice. */
  readonly auditPaceMs?: number | undefined;
  /** Paths of all routes, once the web server is open. */
  readonly routes: ReadonlySet<string>;
  /** Undefined until the web server is open. */
  seenProofs(): SeenProofs | undefined;
}

/** Creates all features and fills their ports, those that others depend on first. */
export async function createFeatures(deps: FeaturesDeps) {
  const { foundation, settings, services, tools, routes } = deps;
  const { db, pool, replica, clock, log, notifications, storage, bucket, masterKey, dataDir } =
    foundation;
  const { instanceId } = foundation;
  const { version, metrics, secrets, systemConfig, spool, queue } = services;
  const { smsGateway, keyService, mailServer, locator, anonymisers } = services;
  const { callTally, sharedCounts, drain } = services;
  const { workDir, uploadDir, importDir, partDir } = dataFoldersOf(dataDir);
  const diskFolders = diskFoldersOf(dataDir, settings);

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
    ...fillUsersPorts(
      () => auth,
      () => playback,
    ),
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
    measures: fillMeasurePorts({ auth, users, playback }),
  });
  const analytics = createAnalytics({
    ...base,
    reportDb: replica?.db ?? db,
    users,
    ingest,
    videos,
    system: () => system,
  });
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
    home: fillHomePorts({ users, auth, videos, ingest, drm, playback, alerts }),
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
      chooseSeenProofs(settings) === 'valkey' ? async () => deps.seenProofs()?.read() : undefined,
    findTools: tools && (() => resolveTools(process.env)),
  });

  return {
    users,
    auth,
    delivery,
    videos,
    ingest,
    drm,
    playback,
    alerts,
    analytics,
    audit,
    system,
    auditPorts,
  };
}

export type Features = Awaited<ReturnType<typeof createFeatures>>;
