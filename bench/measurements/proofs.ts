import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { type ApiClient, createApiClient } from '@prahari/testkit';
import { type Contender, compareUnderLoad } from '../load/compare.ts';
import { type Measurement, NotPossible } from '../measurement.ts';
import { activateAccount, prepareRequests } from '../rig/api-client.ts';
import { readOwnCpuSeconds, readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import { type PrahariProcess, readPrinted, startPrahari } from '../rig/prahari.ts';
import { freePort, type StartedProcess, startProcess } from '../rig/process.ts';
import type { Row } from '../row.ts';

const connections = 8;
const requestsPerRound = 600;
const password = 'mango tree by the old well';
/** Issue 21: a proof that all processes know costs at most so much of the whole call. */
const mostOfACall = 1.15;

const calls = [
  { name: 'list of videos', call: { endpoint: endpoints.videos.list, input: {} } },
  { name: 'own profile', call: { endpoint: endpoints.users.profile, input: {} } },
] as const;

/**
 * The same calls of servers on one database, which differ in where they remember proofs. Compared by
 * processor time of server, database and Valkey together.
 */
export const proofs: Measurement = {
  name: 'proofs',
  async run({ scratchDir }) {
    const dataDir = path.join(scratchDir, 'proofs');
    await mkdir(dataDir, { mode: 0o711 });
    // It answers no request, and its children are the database of the others.
    const host = await startPrahari({ dataDir, by: 'node', env: { ROLE: 'web' } });
    const started: StartedProcess[] = [];
    const start = async (name: string, env: NodeJS.ProcessEnv): Promise<PrahariProcess> => {
      const own = path.join(scratchDir, `proofs-${name}`);
      await mkdir(own, { mode: 0o711 });
      const server = await startPrahari({
        dataDir: own,
        by: 'node',
        env: {
          ROLE: 'web',
          DATABASE_URL: await findDatabase(dataDir),
          MASTER_KEY_FILE: path.join(dataDir, 'master.key'),
          ...env,
        },
      });
      started.push(server);
      return server;
    };
    try {
      const valkey = await startValkey(scratchDir);
      started.push(valkey);
      const account = { contactNumber: readPrinted(host, 'Super administrator'), password };
      const code = readPrinted(host, 'One-time password');
      await activateAccount(host.origin, { ...account, code });
      const databaseCpu = () => readTreeCpuSeconds(host.pid) - readOwnCpuSeconds(host.pid);

      const contend = async (server: PrahariProcess, call: (typeof calls)[number]['call']) => {
        const client = await signIn(server, account);
        const contender: Contender = {
          port: server.port,
          pid: server.pid,
          connections,
          othersCpuSeconds: () => databaseCpu() + readOwnCpuSeconds(valkey.pid),
          requests: async () => ({
            requests: await prepareRequests(client, server.origin, call, requestsPerRound),
            repeat: 1,
          }),
        };
        return contender;
      };

      const stores = [
        { name: 'PostgreSQL', env: {} },
        { name: 'Valkey', env: { VALKEY_URL: valkey.url } },
      ];
      const rows: Row[] = [];
      for (const store of stores) {
        // A peer of its own: one that has answered thousands of calls already is compiled further, and
        // takes a tenth less for each.
        const alone = await start(`beside-${store.name}`, { SEEN_PROOFS: 'process' });
        const shared = await start(store.name, store.env);
        for (const { name, call } of calls) {
          const peer = await contend(alone, call);
          const rates = await compareUnderLoad(await contend(shared, call), peer);
          rows.push({
            name: `${name}, proofs in ${store.name}: processor time of all for a call`,
            unit: 'ms',
            ours: rates.ours.cpuMsPerRequest,
            against: { what: 'proofs in the process', value: rates.peer.cpuMsPerRequest },
            goal: { atMost: mostOfACall },
            details: rates,
          });
        }
      }
      return rows;
    } finally {
      for (const one of started.reverse()) await one.stop();
      await host.stop();
    }
  },
};

async function signIn(
  server: PrahariProcess,
  { contactNumber }: { readonly contactNumber: string },
): Promise<ApiClient> {
  const client = await createApiClient(server.origin);
  await client.signIn(contactNumber, password);
  return client;
}

async function startValkey(scratchDir: string): Promise<StartedProcess & { readonly url: string }> {
  const file = ['valkey-server', 'redis-server'].find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (file === undefined) throw new NotPossible('no valkey-server or redis-server is installed');
  const port = await freePort();
  const place = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', scratchDir, '--save', ''];
  const started = await startProcess({
    file,
    args: place,
    cwd: scratchDir,
    env: {},
    ready: /eady to accept connections/,
    timeoutMs: 30_000,
  });
  return { ...started, url: `redis://127.0.0.1:${port}` };
}
