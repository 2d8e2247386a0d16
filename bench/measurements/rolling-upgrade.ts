import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { basePath, endpoints } from '@prahari/contract';
import { type ApiClient, type Balancer, sendSteadily, startBalancer } from '@prahari/testkit';
import pg from 'pg';
import type { Measurement } from '../measurement.ts';
import { activateAccount } from '../rig/api-client.ts';
import { findDatabase } from '../rig/database.ts';
import { checkOutEarlier, type EarlierVersion } from '../rig/earlier-version.ts';
import { type PrahariProcess, readPrinted, startPrahari } from '../rig/prahari.ts';
import { freePort } from '../rig/process.ts';
import type { Row } from '../row.ts';

const perSecond = 100;
const callEveryMs = 100;
const drainSeconds = 3;
const password = 'mango tree by the old well';

const requests = [
  { path: '/version' },
  { path: `${basePath}${endpoints.playbackCheck.facts.path}` },
];

/**
 * Two web processes of the version before are replaced by those of today, one after the other, while
 * anonymous requests and the calls of an administrator come. The first new one changes the schema; a
 * worker of the version before runs on beside both. The balancer tries no request a second time.
 */
export const rollingUpgrade: Measurement = {
  name: 'rolling-upgrade',
  async run({ scratchDir }) {
    const earlier = await checkOutEarlier(scratchDir);
    const ports = [await freePort(), await freePort()];
    const balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
    try {
      return [await upgrade(scratchDir, { earlier, ports, balancer })];
    } finally {
      await balancer.stop();
      await earlier.remove();
    }
  },
};

interface Plan {
  readonly earlier: EarlierVersion;
  readonly ports: readonly number[];
  readonly balancer: Balancer;
}

async function upgrade(scratchDir: string, { earlier, ports, balancer }: Plan): Promise<Row> {
  const dataDir = path.join(scratchDir, 'rolling-upgrade');
  await mkdir(dataDir, { mode: 0o711 });
  const { root } = earlier;
  // Its database serves the others.
  const first = await startPrahari({ dataDir, by: 'node', root });
  const env = {
    ROLE: 'web',
    DATABASE_URL: await findDatabase(dataDir),
    DRAIN_SECONDS: `${drainSeconds}`,
    PUBLIC_URL: balancer.origin,
  };
  const webs: PrahariProcess[] = [];
  for (const port of ports) {
    webs.push(await startPrahari({ dataDir, by: 'node', env, port, root }));
  }
  for (const { port } of webs) await balancer.waitUntilReady(`http://127.0.0.1:${port}`);
  const admin = await activateAccount(balancer.origin, {
    contactNumber: readPrinted(first, 'Super administrator'),
    code: readPrinted(first, 'One-time password'),
    password,
  });
  const migrationsBefore = await countMigrations(env.DATABASE_URL);
  const anonymous = sendSteadily(balancer.origin, requests, perSecond);
  const calls = callSteadily(admin);
  for (const [at, web] of webs.entries()) {
    await web.stop();
    webs[at] = await startPrahari({ dataDir, by: 'node', env, port: web.port });
    await balancer.waitUntilReady(`http://127.0.0.1:${web.port}`);
  }
  await calls.stop();
  await anonymous.stop();
  const migrations = (await countMigrations(env.DATABASE_URL)) - migrationsBefore;
  for (const server of [...webs, first]) await server.stop();
  const sent = anonymous.sent() + calls.sent();
  const failures = [...anonymous.failures, ...calls.failures];
  return {
    name: `answered in a rolling upgrade from ${earlier.ref}`,
    unit: '%',
    ours: (100 * (sent - failures.length)) / sent,
    against: { what: 'all', value: 100 },
    goal: { atLeast: 1 },
    details: {
      sent,
      signedIn: calls.sent(),
      migrations,
      failed: failures.length,
      failures: failures.slice(0, 10),
    },
  };
}

/** Makes one signed-in call after the other, to whichever process it comes. */
function callSteadily(client: ApiClient) {
  const failures: string[] = [];
  let sent = 0;
  let isOver = false;
  const calling = (async () => {
    while (!isOver) {
      await client.call(endpoints.users.list, {}).catch((error: unknown) => {
        failures.push(String(error));
      });
      sent += 1;
      await delay(callEveryMs);
    }
  })();
  return {
    failures,
    sent: () => sent,
    async stop() {
      isOver = true;
      await calling;
    },
  };
}

async function countMigrations(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT count(*)::int AS count FROM kysely_migration');
    return rows[0]?.count;
  } finally {
    await client.end();
  }
}
