import type { MediaTools } from '@prahari/media';
import type { FastifyInstance } from 'fastify';
import { createFeatures } from './create-features.ts';
import type { ProbeTarget } from './features/audit/index.ts';
import type { AllSettings } from './features.ts';
import type { Foundation } from './foundation.ts';
import { openServices } from './open-services.ts';
import { openWebServer } from './open-web-server.ts';
import { openSeenProofs } from './platform/http/proof/open-seen-proofs.ts';
import type { SeenProofs } from './platform/http/proof/seen-proofs.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

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

/** Builds the features on the foundation, and says how they are opened, started and stopped. */
export async function compose(deps: ComposeDeps) {
  const { foundation, settings } = deps;
  const services = await openServices(deps);
  const { queue, secrets, systemConfig, spool, locator, drain } = services;
  const routes = new Set<string>();
  let seenProofs: SeenProofs | undefined;
  const features = await createFeatures({
    ...deps,
    services,
    routes,
    seenProofs: () => seenProofs,
  });
  const { users, auth, delivery, videos, ingest } = features;
  const { playback, alerts, analytics, audit, system, auditPorts } = features;

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
      const { pool, log, instanceId } = foundation;
      seenProofs = await openSeenProofs(settings, { pool, log, instanceId });
      const onRoute = (path: string) => void routes.add(path);
      return openWebServer({ ...deps, services, features, seenProofs, onRoute });
    },
    async stop() {
      await seenProofs?.stop();
      services.stopPartitions();
      await system.stop();
      await alerts.stop();
      await analytics.stop();
      await playback.stop();
      await auth.stop();
      await queue.stop();
      services.callMeter.stop();
      services.sharedCounts.stop();
      await spool.stop();
    },
  };
}

export type Composition = Awaited<ReturnType<typeof compose>>;
