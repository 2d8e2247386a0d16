import { basePath, endpoints, signInLimitsMs } from '@prahari/contract';
import type { MediaTools } from '@prahari/media';
import { dataFoldersOf } from './data-folder.ts';
import { buildInitialAuthConfig, refreshKeySecret, tokenKeySecret } from './features/auth/index.ts';
import {
  deliveryKeySecret,
  mediaRoutes,
  refuseHandOverOfObjects,
} from './features/delivery/index.ts';
import { readKeyService } from './features/ingest/index.ts';
import { buildInitialPlaybackConfig } from './features/playback/index.ts';
import { readVersion } from './features/system/index.ts';
import { buildInitialUsersConfig, openMailServer, readSmsGateway } from './features/users/index.ts';
import { type AllSettings, dailyTables, jobKinds } from './features.ts';
import type { Foundation } from './foundation.ts';
import { keepPartitions } from './platform/db/daily-partitions.ts';
import { measureReplica } from './platform/db/read-replica.ts';
import { openEventSpool } from './platform/events/spool.ts';
import { createDrain } from './platform/http/drain.ts';
import { createSharedCounts } from './platform/http/shared-counts.ts';
import { startJobQueue } from './platform/jobs/queue.ts';
import { createCallMeter } from './platform/metrics/measure-calls.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createCallTally } from './platform/metrics/tally-calls.ts';
import { openAnonymisers } from './platform/network/anonymisers.ts';
import { openLocator } from './platform/network/locate.ts';
import { buildInitialConfig } from './platform/system-config/initial-config.ts';
import { openSystemConfig } from './platform/system-config/system-config.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

const signInRoute = `${basePath}${endpoints.auth.login.path}`;

interface ServicesDeps {
  readonly foundation: Foundation;
  readonly settings: AllSettings;
  /** Undefined in a process that takes no jobs. */
  readonly tools: MediaTools | undefined;
  /** Undefined where traces are off. */
  readonly tracing: Tracing | undefined;
}

/**
 * Opens what several features use, and what their settings ask for.
 * @throws StartError where settings don't fit together, before anything was started
 */
export async function openServices({ foundation, settings, tools, tracing }: ServicesDeps) {
  const { db, pool, replica, clock, log, notifications, dataDir } = foundation;
  const { eventDir } = dataFoldersOf(dataDir);
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
  const secrets = await loadSecrets(foundation);
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
  return {
    version,
    metrics,
    smsGateway,
    keyService,
    secrets,
    systemConfig,
    mailServer,
    locator,
    anonymisers,
    spool,
    callMeter,
    callTally,
    sharedCounts,
    drain,
    stopPartitions,
    queue,
  };
}

export type Services = Awaited<ReturnType<typeof openServices>>;

async function loadSecrets({ instanceId, loadSecret }: Foundation) {
  return {
    instanceId,
    tokenKeyPem: (await loadSecret(tokenKeySecret)).toString(),
    refreshKey: await loadSecret(refreshKeySecret),
    deliveryKey: await loadSecret(deliveryKeySecret),
  };
}
