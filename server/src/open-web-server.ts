import type { FastifyInstance } from 'fastify';
import type { Features } from './create-features.ts';
import { describeMedia, mediaRoutes } from './features/delivery/index.ts';
import { playbackRowRefusals } from './features/playback/index.ts';
import { usersRowRefusals } from './features/users/index.ts';
import type { AllSettings } from './features.ts';
import type { Foundation } from './foundation.ts';
import type { Services } from './open-services.ts';
import { createDepartures } from './platform/gather/depart-together.ts';
import { createHttpApp } from './platform/http/app.ts';
import { createBind } from './platform/http/bind.ts';
import { isPlainCall } from './platform/http/known-call.ts';
import { answerUnknownAddresses } from './platform/http/not-found.ts';
import { serveApiDescription } from './platform/http/openapi.ts';
import { createProofVerifier } from './platform/http/proof/proof.ts';
import { openProofLedger, proofNonceSecret } from './platform/http/proof/proof-ledger.ts';
import type { SeenProofs } from './platform/http/proof/seen-proofs.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { isServedOverTls } from './platform/platform.config.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

export interface WebServerDeps {
  readonly foundation: Foundation;
  readonly settings: AllSettings;
  readonly services: Services;
  readonly features: Features;
  readonly tracing: Tracing | undefined;
  readonly seenProofs: SeenProofs;
  readonly webAppDir: string | undefined;
  origins(): readonly string[];
  /** Called with the path of each route. */
  onRoute(path: string): void;
}

/** Opens the routes of all features and the web app; the caller lets it listen. */
export async function openWebServer(deps: WebServerDeps): Promise<FastifyInstance> {
  const { foundation, settings, services, features, tracing, seenProofs, webAppDir } = deps;
  const { clock, log } = foundation;
  const { metrics, callTally, callMeter, drain, locator, sharedCounts } = services;
  const { users, auth, delivery, videos, ingest, drm } = features;
  const { playback, alerts, analytics, audit, system } = features;
  await Promise.all([
    auth.revocations.read(),
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
  app.addHook('onRoute', (route) => deps.onRoute(route.url));
  const secret = await foundation.loadSecret(proofNonceSecret);
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
  const sendWebApp = webAppDir
    ? await serveWebApp(app, webAppDir, {
        ledger,
        pageFacts: { ...users.pageFacts, ...system.pageFacts },
        connectTo: system.pageConnectsTo,
      })
    : undefined;
  answerUnknownAddresses(app, { clock, sendWebApp });
  await app.ready();
  return app;
}
