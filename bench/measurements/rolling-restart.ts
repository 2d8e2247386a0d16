import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { basePath, endpoints } from '@prahari/contract';
import { sendSteadily, startBalancer } from '@prahari/testkit';
import type { Measurement } from '../measurement.ts';
import { findDatabase } from '../rig/database.ts';
import { startPrahari } from '../rig/prahari.ts';

const perSecond = 200;
const drainSeconds = 3;

const body = JSON.stringify({ refreshToken: 'none' });
const requests = [
  { path: '/version' },
  { path: '/' },
  // Balancers never repeat these.
  {
    path: `${basePath}${endpoints.auth.refresh.path}`,
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body },
  },
];

/**
 * Two web processes behind a balancer are replaced one after the other, as an upgrade does, while
 * requests come: how many of them are answered. The balancer tries none a second time.
 */
export const rollingRestart: Measurement = {
  name: 'rolling-restart',
  async run({ scratchDir }) {
    const dataDir = path.join(scratchDir, 'rolling-restart');
    await mkdir(dataDir, { mode: 0o711 });
    // Its database serves the others.
    const first = await startPrahari({ dataDir, by: 'node' });
    const env = {
      ROLE: 'web',
      DATABASE_URL: await findDatabase(dataDir),
      DRAIN_SECONDS: `${drainSeconds}`,
    };
    const startWeb = (port?: number) =>
      startPrahari({ dataDir, by: 'node', env, ...(port === undefined ? {} : { port }) });
    const webs = [await startWeb(), await startWeb()];
    const origins = webs.map(({ port }) => `http://127.0.0.1:${port}`);
    const balancer = await startBalancer(origins);
    const load = sendSteadily(balancer.origin, requests, perSecond);
    const begun = performance.now();
    const stopSeconds: number[] = [];
    for (const [at, web] of webs.entries()) {
      const stopping = performance.now();
      await web.stop();
      stopSeconds.push((performance.now() - stopping) / 1000);
      webs[at] = await startWeb(web.port);
      await balancer.waitUntilReady(origins[at] ?? '');
    }
    const seconds = (performance.now() - begun) / 1000;
    await load.stop();
    await balancer.stop();
    for (const server of [...webs, first]) await server.stop();
    const sent = load.sent();
    return [
      {
        name: `answered in a rolling restart at ${perSecond} requests/s`,
        unit: '%',
        ours: (100 * (sent - load.failures.length)) / sent,
        against: { what: 'all', value: 100 },
        goal: { atLeast: 1 },
        details: {
          sent,
          failed: load.failures.length,
          failures: load.failures.slice(0, 10),
          requestsPerSecond: sent / seconds,
          stopSeconds,
          answered: balancer.answered(),
        },
      },
    ];
  },
};
