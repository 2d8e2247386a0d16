import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { compareUnderLoad, type Rounds } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { activateAccount, prepareRequests } from '../rig/api-client.ts';
import { type PrahariProcess, readPrinted, startPrahari } from '../rig/prahari.ts';

const connections = 8;
const requestsPerRound = 1000;
/** Three hundredths are less than what rounds differ by, and new servers take a while to be as fast. */
const rounds: Rounds = { counted: 30, warmUps: 8 };
const password = 'mango tree by the old well';
const leastShare = 0.97;

/** The same call of two servers: one counts and times its answers, the other does not. */
export const observing: Measurement = {
  name: 'observing',
  async run({ scratchDir }) {
    const collector = await startCollector();
    const start = async (name: string, env: NodeJS.ProcessEnv) => {
      const dataDir = path.join(scratchDir, name);
      await mkdir(dataDir, { mode: 0o711 });
      return startPrahari({ dataDir, by: 'node', env: { ROLE: 'web', ...env } });
    };
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const always = { ...traced, OTEL_TRACES_SAMPLER: 'parentbased_always_on' };
    const rows = [];
    try {
      for (const { name, env, goal } of [
        { name: 'metrics', env: {}, goal: { atLeast: leastShare } },
        {
          name: 'metrics and the traces that are kept when nothing is said',
          env: traced,
          goal: { atLeast: leastShare },
        },
        { name: 'metrics and a trace of every call', env: always },
      ]) {
        // A peer of its own: one that has answered thousands of calls already is compiled further, and
        // takes a tenth less for each.
        const bare = await start(`observing-off-${rows.length}`, { CALL_METRICS: 'off' });
        const observed = await start(`observing-${rows.length}`, env).catch(async (error) => {
          await bare.stop();
          throw error;
        });
        try {
          const peer = await callProfile(bare);
          const rates = await compareUnderLoad(await callProfile(observed), peer, rounds);
          rows.push({
            name: `own profile with ${name}, by processor time`,
            unit: 'requests/s' as const,
            ours: 1000 / rates.ours.cpuMsPerRequest,
            against: { what: 'without', value: 1000 / rates.peer.cpuMsPerRequest },
            ...(goal ? { goal } : {}),
            details: rates,
          });
        } finally {
          await observed.stop();
          await bare.stop();
        }
      }
    } finally {
      collector.stop();
    }
    return rows;
  },
};

async function callProfile(server: PrahariProcess) {
  const contactNumber = readPrinted(server, 'Super administrator');
  const code = readPrinted(server, 'One-time password');
  const client = await activateAccount(server.origin, { contactNumber, password, code });
  const call = { endpoint: endpoints.users.profile, input: {} };
  const { origin, port, pid } = server;
  return {
    port,
    pid,
    connections,
    requests: async () => ({
      requests: await prepareRequests(client, origin, call, requestsPerRound),
      repeat: 1,
    }),
  };
}

/** Takes spans as a collector does, and forgets them. */
async function startCollector() {
  const server = createServer((request, response) => {
    request
      .resume()
      .once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, stop: () => server.close() };
}
