import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type CallInput, endpoints } from '@prahari/contract';
import pg from 'pg';
import { startLoader } from '../load/loader.ts';
import type { Measurement } from '../measurement.ts';
import { activate, prepareRequests } from '../rig/api-client.ts';
import { treeCpuSeconds } from '../rig/cpu-time.ts';
import { databaseOf } from '../rig/database.ts';
import { printed, startPrahari } from '../rig/prahari.ts';

const users = 1_000_000;
const connections = 10;
const requestsPerPage = 60;
const limitMs = 50;
const password = 'mango tree by the old well';

type Query = NonNullable<CallInput<typeof endpoints.users.list>['query']>;

/** One filter of every kind, of many and of few, and searches for rare, common and short terms. */
const filters: readonly Query[] = [
  {},
  { country: 'India' },
  { country: 'Nepal' },
  { district: 'District 5' },
  { district: 'District 0' },
  { kendraType: 'rural' },
  { status: 'active' },
  { status: 'invited' },
  { status: 'blocked' },
  { userType: 'LEARNER' },
  { userType: 'ADMIN' },
  { search: 'a' },
  { search: 'as' },
  { search: 'kumar' },
  { search: 'zubin verma' },
  { search: '123456' },
];
const orders: readonly Query[] = [
  { sortBy: 'createdAt', sortOrder: 'desc' },
  { sortBy: 'name', sortOrder: 'asc' },
  { sortBy: 'lastLoginAt', sortOrder: 'asc' },
  { sortBy: 'lastLoginAt', sortOrder: 'desc' },
  { sortBy: 'country', sortOrder: 'asc' },
];

/**
 * Learners as an institution has them: names and places in unlike numbers, one district fifteen
 * times as large as the others; who is invited never signed in, so that filter and order agree.
 */
const seed = `
  INSERT INTO users (id, name, contact_number, country_code, user_type, status, kendra_type,
    country, district, login_count, last_login_at, created_at, updated_at)
  SELECT (lpad(to_hex(1700000000000 + i * 7), 12, '0') || '7' || substr(md5(i::text), 1, 3)
      || 'a' || substr(md5(i::text), 4, 15))::uuid,
    (ARRAY['Asha', 'Ravi', 'Meera', 'Sunita', 'Anil', 'Kavita', 'Rajesh', 'Pooja', 'Vijay',
      'Lakshmi', 'Arjun', 'Divya', 'Manoj', 'Neha', 'Suresh', 'Zubin'])[1 + (h & 15)] || ' ' ||
    (ARRAY['Kumar', 'Sharma', 'Patil', 'Devi', 'Singh', 'Joshi', 'Nair', 'Reddy', 'Khan', 'Das',
      'Gupta', 'Iyer', 'Rao', 'Yadav', 'Shah', 'Verma'])[1 + ((h >> 4) & 15)] || ' ' || i,
    '+919' || lpad(((i::bigint * 7919) % 1000000000)::text, 9, '0'), '+91',
    CASE WHEN i % 1000 = 0 THEN 'ADMIN' ELSE 'LEARNER' END,
    CASE WHEN i % 50 = 1 THEN 'blocked' WHEN i % 5 = 0 THEN 'invited' ELSE 'active' END,
    CASE WHEN i % 10 < 9 THEN (ARRAY['urban', 'rural', 'tribal'])[1 + i % 3] END,
    CASE WHEN i % 20 = 3 THEN 'Nepal' WHEN i % 100 <> 7 THEN 'India' END,
    CASE WHEN i % 50 = 2 THEN 'District 0' WHEN i % 30 <> 5 THEN 'District ' || (h >> 10) % 700 END,
    (h >> 3) & 63,
    CASE WHEN i % 5 > 0 THEN timestamptz '2025-01-01' + make_interval(secs => h) END,
    timestamptz '2024-01-01' + make_interval(secs => i * 20), now()
  FROM (SELECT i, hashint4(i) & 16777215 AS h FROM generate_series(1, ${users}) AS i) AS numbers`;

/** The slowest page of the user list: each filter in each order at its begin, middle and end. */
export const userList: Measurement = {
  name: 'users',
  async run({ scratchDir }) {
    const dataDir = path.join(scratchDir, 'users');
    await mkdir(dataDir, { mode: 0o711 });
    const server = await startPrahari({ dataDir, by: 'node' });
    const account = { contactNumber: printed(server, 'Super administrator'), password };
    const code = printed(server, 'One-time password');
    const admin = await activate(server.origin, { ...account, code });
    await fill(await databaseOf(dataDir));
    const loader = await startLoader();
    const pages: { query: Query; p95Ms: number; cpuMs: number; firstMs: number }[] = [];
    try {
      for (const filter of filters) {
        await admin.signIn(account);
        for (const order of orders) {
          const list = { ...filter, ...order };
          const { total, limit } = await admin.call(endpoints.users.list, { query: list });
          const last = Math.min(10_000, Math.max(1, Math.ceil(total / limit)));
          for (const page of new Set([1, Math.ceil(last / 2), last])) {
            const query = { ...list, page };
            const begun = performance.now();
            await admin.call(endpoints.users.list, { query });
            const firstMs = Math.round(performance.now() - begun);
            const call = { endpoint: endpoints.users.list, input: { query } };
            const requests = await prepareRequests(admin, server.origin, call, requestsPerPage);
            const plan = { port: server.port, connections, requests, repeat: 1 };
            const cpuBefore = treeCpuSeconds(server.pid);
            const { p95Ms } = await loader.run(plan);
            const cpuMs = ((treeCpuSeconds(server.pid) - cpuBefore) * 1000) / requestsPerPage;
            pages.push({ query, p95Ms, cpuMs, firstMs });
          }
        }
      }
    } finally {
      await loader.stop();
      await server.stop();
    }
    const slowest = pages.toSorted((a, b) => b.p95Ms - a.p95Ms);
    return [
      {
        name: `slowest page of ${users.toLocaleString('en')} users, p95`,
        unit: 'ms',
        ours: slowest[0]?.p95Ms ?? Number.NaN,
        against: { what: 'limit', value: limitMs },
        goal: { atMost: 1 },
        details: {
          slowest: slowest.slice(0, 20),
          // Of server and database for one request; unlike time it hardly knows of other work.
          dearest: pages.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 20),
          slowestFirst: pages.toSorted((a, b) => b.firstMs - a.firstMs).slice(0, 10),
        },
      },
    ];
  },
};

async function fill(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(seed);
    await client.query('VACUUM (ANALYZE) users');
  } finally {
    await client.end();
  }
}
