import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type AdminScope, type CallInput, type Endpoint, endpoints } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import { type Loader, startLoader } from '../load/loader.ts';
import type { Measurement } from '../measurement.ts';
import { activateAccount, prepareRequests } from '../rig/api-client.ts';
import { readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import {
  alerts,
  busyAddress,
  busyUserId,
  events,
  fillAlerts,
  usualAddress,
  usualUserId,
} from '../rig/fill-alerts.ts';
import { type PrahariProcess, readPrinted, startPrahari } from '../rig/prahari.ts';

/** Administrators are few: two ask at the same time. */
const connections = 2;
const requestsPerCall = 60;
/** Of so few, one pause of collector or disk makes the tail; the slowest are asked again. */
const slowestAgain = 8;
const requestsAgain = 400;
const limitMs = 50;
const password = 'mango tree by the old well';

interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly input: { readonly query?: Readonly<Record<string, unknown>> };
}

interface Timed extends Call {
  readonly client: ApiClient;
  readonly asker: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Of server and database for one request; unlike time it hardly knows of other work. */
  readonly cpuMs: number;
  readonly firstMs: number;
}

type ListQuery = NonNullable<CallInput<typeof endpoints.alerts.list>['query']>;

const lists: Readonly<Record<string, ListQuery>> = {
  all: {},
  active: { status: 'active' },
  'critical and high': { severity: ['critical', 'high'] },
  'of a category': { category: 'brute_force' },
  'active and critical of 30 days': { status: 'active', severity: 'critical', timeRange: '30d' },
  'of 7 days': { timeRange: '7d' },
  'of a user': { user: busyUserId },
  'of an address': { address: '10.1.2.3' },
  'search of a name': { search: 'kumar' },
  'search of a full name': { search: 'zubin verma' },
  'search of a title': { search: 'sign-ins' },
  'search of a number': { search: '98765' },
  'search of an address': { search: '10.1.2.' },
  'search of one letter': { search: 'a' },
  'search that finds nothing': { search: 'xyzzy' },
  'oldest first': { sortOrder: 'asc' },
  'by creation': { sortBy: 'createdAt' },
  'by severity': { sortBy: 'severity' },
  'by severity, least first': { sortBy: 'severity', sortOrder: 'asc' },
  'by count': { sortBy: 'count' },
  'active by count': { status: 'active', sortBy: 'count' },
};
/** These are also read in their middle and at their end. */
const farLists = ['all', 'active', 'by severity', 'by count', 'of 7 days'];

function listCalls(seesAll: boolean): Call[] {
  const { alerts: of, adminHome } = endpoints;
  return [
    { name: 'overview of a day', endpoint: of.overview, input: {} },
    {
      name: 'overview of 90 days',
      endpoint: of.overview,
      input: { query: { timeRange: '90d', utcOffsetMinutes: 330 } },
    },
    {
      name: 'overview of 30 days, serious ones',
      endpoint: of.overview,
      input: { query: { timeRange: '30d', severity: ['critical', 'high'] } },
    },
    { name: 'statistics of a day', endpoint: of.statistics, input: {} },
    {
      name: 'statistics of 30 days',
      endpoint: of.statistics,
      input: { query: { timeRange: '30d' } },
    },
    {
      name: 'statistics of 90 days',
      endpoint: of.statistics,
      input: { query: { timeRange: '90d' } },
    },
    ...Object.entries(lists).map(([name, query]) => ({
      name: `list: ${name}`,
      endpoint: of.list,
      input: { query },
    })),
    { name: 'activity of a user', endpoint: of.activity, input: { query: { user: usualUserId } } },
    {
      name: 'activity of a busy user',
      endpoint: of.activity,
      input: { query: { user: busyUserId } },
    },
    ...[usualAddress, busyAddress]
      .filter(() => seesAll)
      .map((address) => ({
        name: `activity of ${address}`,
        endpoint: of.activity,
        input: { query: { address } },
      })),
    { name: 'home', endpoint: adminHome.get, input: {} },
  ];
}

/** The slowest call of the pages of alerts, among many events and alerts. */
export const alertLists: Measurement = {
  name: 'alert-lists',
  async run({ scratchDir }) {
    const dataDir = path.join(scratchDir, 'alert-lists');
    await mkdir(dataDir, { mode: 0o711 });
    const server = await startPrahari({ dataDir, by: 'node' });
    const root = { contactNumber: readPrinted(server, 'Super administrator'), password };
    const code = readPrinted(server, 'One-time password');
    const rootClient = await activateAccount(server.origin, { ...root, code });
    await fillAlerts(await findDatabase(dataDir));
    const scope: AdminScope = { level: 'district', values: ['District 0', 'District 5'] };
    const admin = await newAdmin(server.origin, rootClient, scope);
    const loader = await startLoader();
    try {
      return describe(await timeAll({ server, loader }, [{ ...root, client: rootClient }, admin]));
    } finally {
      await loader.stop();
      await server.stop();
    }
  },
};

interface Asker {
  readonly client: ApiClient;
  readonly contactNumber: string;
  readonly password: string;
}

async function timeAll(
  setting: { readonly server: PrahariProcess; readonly loader: Loader },
  [root, admin]: readonly [Asker, Asker],
) {
  const timed: Timed[] = [];
  for (const asker of [root, admin]) {
    await asker.client.signIn(asker.contactNumber, asker.password);
    const of = { ...setting, client: asker.client, asker: asker === root ? 'all' : 'district' };
    // The first calls compile code and open connections to the database.
    await timeCall(of, { name: 'first', endpoint: endpoints.alerts.overview, input: {} });
    const far = await Promise.all(farLists.map((name) => farCalls(asker.client, name)));
    const calls = [...listCalls(asker === root), ...far.flat()];
    for (const call of calls) timed.push(await timeCall(of, call));
    const slowest = timed
      .filter(({ client }) => client === asker.client)
      .toSorted(slowestFirst)
      .slice(0, slowestAgain);
    for (const { p95Ms: _, ...call } of slowest) {
      timed.splice(
        timed.findIndex(({ name, client }) => name === call.name && client === call.client),
        1,
      );
      timed.push(await timeCall(of, call, requestsAgain));
    }
  }
  return timed;
}

async function farCalls(client: ApiClient, name: string): Promise<Call[]> {
  const query = lists[name] ?? {};
  const { total, limit } = await client.call(endpoints.alerts.list, { query });
  const last = Math.max(1, Math.ceil(total / limit));
  return [Math.ceil(last / 2), last].map((page) => ({
    name: `list: ${name}, page ${page}`,
    endpoint: endpoints.alerts.list,
    input: { query: { ...query, page } },
  }));
}

async function timeCall(
  setting: {
    readonly server: PrahariProcess;
    readonly loader: Loader;
    readonly client: ApiClient;
    readonly asker: string;
  },
  { name, endpoint, input }: Call,
  times = requestsPerCall,
): Promise<Timed> {
  const { server, loader, client, asker } = setting;
  const begun = performance.now();
  await client.call(endpoint, input);
  const firstMs = Math.round(performance.now() - begun);
  const requests = await prepareRequests(client, server.origin, { endpoint, input }, times);
  const cpuBefore = readTreeCpuSeconds(server.pid);
  const plan = { port: server.port, connections, requests, repeat: 1 };
  const { p50Ms, p95Ms } = await loader.run(plan);
  const cpuMs = ((readTreeCpuSeconds(server.pid) - cpuBefore) * 1000) / times;
  return { name, endpoint, input, client, asker, p50Ms, p95Ms, cpuMs, firstMs };
}

const slowestFirst = (a: Timed, b: Timed) => b.p95Ms - a.p95Ms;

function describe(timed: readonly Timed[]) {
  const sorted = timed.toSorted(slowestFirst);
  return [
    {
      name: `slowest page of ${alerts.toLocaleString('en')} alerts and ${events.toLocaleString('en')} events, p95`,
      unit: 'ms' as const,
      ours: sorted[0]?.p95Ms ?? Number.NaN,
      against: { what: 'limit', value: limitMs },
      goal: { atMost: 1 },
      details: {
        calls: sorted.map(({ name, asker, p50Ms, p95Ms, cpuMs, firstMs }) => {
          return { name, asker, p50Ms, p95Ms, cpuMs, firstMs };
        }),
      },
    },
  ];
}

async function newAdmin(origin: string, root: ApiClient, adminScope: AdminScope): Promise<Asker> {
  const account = { contactNumber: '+919800001000', password };
  const { user, activation } = await root.call(endpoints.users.create, {
    body: { name: 'Administrator', contactNumber: account.contactNumber, userType: 'ADMIN' },
  });
  await root.call(endpoints.users.setPermissions, {
    params: { id: user.id },
    body: { permissions: ['alerts.read', 'users.read', 'security.read'], adminScope },
  });
  const client = await activateAccount(origin, { ...account, code: activation.code ?? '' });
  return { ...account, client };
}
