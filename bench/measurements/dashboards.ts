import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Endpoint, endpoints } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import pg from 'pg';
import { type Loader, startLoader } from '../load/loader.ts';
import type { Measurement } from '../measurement.ts';
import { activateAccount, prepareRequests } from '../rig/api-client.ts';
import { readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import { fillHeartbeats } from '../rig/fill-heartbeats.ts';
import { fillRollups, multiplyFacts } from '../rig/fill-rollups.ts';
import { type PrahariProcess, readPrinted, startPrahari } from '../rig/prahari.ts';

/** Administrators are few: two ask at the same time. */
const connections = 2;
const requestsPerCall = 24;
const limitMs = 100;
const moreFacts = 10;
/** A call that reads facts would take several times as long; a busy machine never alters all calls. */
const mostGrowth = 1.2;
const password = 'mango tree by the old well';
const ranges = ['1h', '24h', '7d', '30d', '90d'] as const;

interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly input: { readonly query?: unknown; readonly params?: unknown };
}

interface Timed {
  readonly name: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Of server and database for one request; unlike time it hardly knows of other work. */
  readonly cpuMs: number;
}

/** The slowest call of the dashboards, and whether calls cost more where more was reported. */
export const dashboards: Measurement = {
  name: 'dashboards',
  async run({ scratchDir, rows, reports }) {
    const dataDir = path.join(scratchDir, 'dashboards');
    await mkdir(dataDir, { mode: 0o711 });
    // Nothing is added up beside the calls.
    const server = await startPrahari({ dataDir, by: 'node', env: { ROLE: 'web' } });
    const root = { contactNumber: readPrinted(server, 'Super administrator'), password };
    const code = readPrinted(server, 'One-time password');
    const database = new pg.Client({ connectionString: await findDatabase(dataDir) });
    const loader = await startLoader();
    try {
      await database.connect();
      await fillHeartbeats(database, Math.ceil(rows / moreFacts));
      await fillRollups(database, reports);
      const client = await activateAccount(server.origin, { ...root, code });
      const calls = await listCalls(database);
      const few = await timeAll({ server, loader, client }, calls);
      await multiplyFacts(database, moreFacts);
      const many = await timeAll({ server, loader, client }, calls);
      return describe({ few, many }, { rows, reports });
    } finally {
      await database.end();
      await loader.stop();
      await server.stop();
    }
  },
};

async function listCalls(database: pg.Client): Promise<Call[]> {
  const { analytics, performance: system, playbackReports: of } = endpoints;
  const { rows } = await database.query<{ video_id: string; user_id: string }>(
    'SELECT video_id, user_id FROM learner_days ORDER BY day DESC, user_id LIMIT 1',
  );
  const [video, learner] = [rows[0]?.video_id ?? '', rows[0]?.user_id ?? ''];
  const each = (
    name: string,
    endpoint: Endpoint,
    more: { params?: unknown; query?: object } = {},
  ) =>
    ranges.map((timeRange) => ({
      name: `${name}, ${timeRange}`,
      endpoint,
      input: { ...more, query: { ...more.query, timeRange } },
    }));
  return [
    ...each('analytics', analytics.get),
    ...each('overview', analytics.overview),
    ...each('metrics', analytics.metrics),
    { name: 'latest events', endpoint: analytics.realTime, input: {} },
    ...each('sign-ins', analytics.signIns),
    ...each('videos', of.videos),
    ...each('a video', of.video, { params: { id: video } }),
    ...each('a learner', of.learner, { params: { id: learner } }),
    ...(['system', 'browser', 'network', 'district', 'kendra_type'] as const).flatMap((by) =>
      each(`quality by ${by}`, of.quality, { query: { by } }),
    ),
    ...(['1h', '24h', '7d', '30d'] as const).flatMap((timeRange) => [
      {
        name: `performance, ${timeRange}`,
        endpoint: system.overview,
        input: { query: { timeRange } },
      },
      { name: `series, ${timeRange}`, endpoint: system.metrics, input: { query: { timeRange } } },
    ]),
    { name: 'health of the system', endpoint: system.systemHealth, input: {} },
    { name: 'health', endpoint: system.adminSystemHealth, input: {} },
    { name: 'load tests', endpoint: system.loadTests, input: {} },
    { name: 'home', endpoint: system.dashboardMetrics, input: {} },
  ];
}

async function timeAll(
  setting: {
    readonly server: PrahariProcess;
    readonly loader: Loader;
    readonly client: ApiClient;
  },
  calls: readonly Call[],
): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const call of calls) timed.push(await timeCall(setting, call));
  return timed;
}

async function timeCall(
  { server, loader, client }: { server: PrahariProcess; loader: Loader; client: ApiClient },
  { name, endpoint, input }: Call,
): Promise<Timed> {
  // The first ones compile code and prepare statements.
  for (let time = 0; time < 2; time += 1) await client.call(endpoint, input);
  const requests = await prepareRequests(
    client,
    server.origin,
    { endpoint, input },
    requestsPerCall,
  );
  const cpuBefore = readTreeCpuSeconds(server.pid);
  const plan = { port: server.port, connections, requests, repeat: 1 };
  const { p50Ms, p95Ms } = await loader.run(plan);
  const cpuMs = ((readTreeCpuSeconds(server.pid) - cpuBefore) * 1000) / requestsPerCall;
  return { name, p50Ms, p95Ms, cpuMs };
}

function describe(
  { few, many }: { readonly few: readonly Timed[]; readonly many: readonly Timed[] },
  { rows, reports }: { readonly rows: number; readonly reports: number },
) {
  const sorted = many.toSorted((a, b) => b.p95Ms - a.p95Ms);
  const sum = (timed: readonly Timed[]) => timed.reduce((total, { cpuMs }) => total + cpuMs, 0);
  const amount = (number: number) => number.toLocaleString('en');
  return [
    {
      name: `slowest call of the dashboards after ${amount(reports)} reports, p95`,
      unit: 'ms' as const,
      ours: sorted[0]?.p95Ms ?? Number.NaN,
      against: { what: 'limit', value: limitMs },
      goal: { atMost: 1 },
      details: { rows, calls: sorted },
    },
    {
      name: `processor time of all dashboards with ${amount(rows)} stored reports`,
      unit: 'ms' as const,
      ours: sum(many),
      against: { what: `with ${amount(rows / moreFacts)}`, value: sum(few) },
      goal: { atMost: mostGrowth },
      details: { calls: few },
    },
  ];
}
