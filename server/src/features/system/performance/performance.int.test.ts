import { basePath, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/database.ts';
import { findBin } from '../../../platform/metrics/latency-bins.ts';
import type { Tally } from '../../../platform/metrics/tally-calls.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { aLoadReport } from '../../../testing/role-inputs.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { insertMinutes, type ProcessFacts } from './performance.repository.ts';

const { performance: calls } = endpoints;
/** In the middle of an hour, a day and a month. */
const now = new Date('2026-11-20T10:30:30.000Z');
const minute = (text: string) => new Date(`2026-11-${text}:00.000Z`);

let server: TestServer;
let admin: TestClient;
let db: Db;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
  db = server.instance.foundation.db;
  admin = await server.superAdmin();
});
afterAll(() => server.stop());

const facts = (process: string, memoryBytes: number): ProcessFacts => ({
  process,
  role: 'web',
  loopP50Ms: 10,
  loopP99Ms: 20,
  loopMaxMs: 30,
  memoryBytes,
  heapBytes: 1000,
  cpuShare: 0.5,
  poolBusy: 2,
  poolWaiting: 0,
  jobsReady: 3,
  jobsActive: null,
});

function tally({ ms, ...given }: Partial<Tally> & { ms: number }): Tally {
  const counted = given.calls ?? 10;
  return {
    kind: 'all',
    route: '',
    calls: counted,
    failed: 0,
    limited: 0,
    slow: 0,
    critical: 0,
    bytes: 0,
    bins: [findBin(ms)],
    counts: [counted],
    ...given,
  };
}

describe('what processes recorded', () => {
  beforeAll(async () => {
    // By the server from whose database this one was copied.
    await sql`DELETE FROM performance_calls`.execute(db);
    await sql`DELETE FROM performance_processes`.execute(db);
    const at = minute('20T10:10');
    const quick = tally({ kind: 'call', route: 'GET /quick', ms: 10, calls: 90 });
    const slow = tally({ kind: 'call', route: 'GET /slow', ms: 2000, calls: 10, failed: 5 });
    const one = [quick, tally({ ms: 10, calls: 90 })];
    const other = [
      slow,
      tally({ ms: 2000, calls: 10, failed: 5 }),
      tally({ kind: 'sign_in', ms: 4000, calls: 1, slow: 1 }),
      tally({ kind: 'segment', ms: 5, calls: 4, bytes: 4000 }),
    ];
    const minutes = [
      { at, facts: facts('one', 100), tallies: one },
      { at, facts: facts('other', 300), tallies: other },
      { at: minute('20T10:29'), facts: facts('one', 200), tallies: one },
      // Of yesterday, at the end of its hour.
      { at: minute('19T22:59'), facts: facts('one', 900), tallies: one },
    ];
    await insertMinutes(db, minutes);
    // Its answer was lost on the way, and the process sends it again.
    await insertMinutes(db, minutes);
  });

  it('is added up over processes, as rates and percentiles, with the slowest route first', async () => {
    const found = await admin.call(calls.overview, {});
    expect(found).toMatchObject({
      timeRange: '1h',
      from: '2026-11-20T09:30:00.000Z',
      to: '2026-11-20T10:30:00.000Z',
      measuredAt: '2026-11-20T10:29:00.000Z',
      calls: { count: 190, errorRatio: 5 / 190, perSecond: 190 / 3600 },
      segments: { count: 4, bytes: 4000, sentBy: 'prahari' },
      signIns: { count: 1, slow: 1, critical: 0 },
    });
    expect(found.calls.p50Ms).toBeCloseTo(10, -0.3);
    expect(found.calls.p99Ms).toBeGreaterThan(1900);
    expect(found.routes.map(({ route, count }) => [route, count])).toEqual([
      ['GET /slow', 10],
      ['GET /quick', 180],
    ]);
    // One that recorded nothing lately is gone.
    expect(found.processes.map(({ process }) => process)).toEqual(['one']);
  });

  it('is a point for each minute, empty where nothing was recorded', async () => {
    const { points, stepSeconds } = await admin.call(calls.metrics, {});
    expect([points.length, stepSeconds]).toEqual([60, 60]);
    expect(points.filter(({ callsPerSecond }) => callsPerSecond !== null)).toMatchObject([
      {
        at: '2026-11-20T10:10:00.000Z',
        callsPerSecond: 100 / 60,
        errorRatio: 0.05,
        memoryBytes: 300,
        jobsReady: 3,
        jobsActive: null,
        signIns: 1,
      },
      {
        at: '2026-11-20T10:29:00.000Z',
        callsPerSecond: 1.5,
        errorRatio: 0,
        memoryBytes: 200,
        segmentsPerSecond: 0,
        segmentP95Ms: null,
        signIns: 0,
      },
    ]);
  });

  it('is folded into hours and days, the same however often', async () => {
    const read = async () => {
      const { rows } = await sql<Record<string, unknown>>`
        SELECT span, at, kind, route, calls, failed, bins, counts FROM performance_calls
        WHERE span <> 'minute' ORDER BY span, at, kind, route`.execute(db);
      return rows;
    };
    await server.instance.composition.system.foldPerformance();
    const first = await read();
    // Killed in between, or by two workers.
    await Promise.all([
      server.instance.composition.system.foldPerformance(),
      server.instance.composition.system.foldPerformance(),
    ]);
    expect(await read()).toEqual(first);
    const served = await sql`SELECT at, served_minutes AS minutes FROM performance_processes
      WHERE span = 'hour' ORDER BY at`.execute(db);
    // In one of them, two processes answered.
    expect(served.rows).toEqual([
      { at: minute('19T22:00'), minutes: 1 },
      { at: minute('20T10:00'), minutes: 2 },
    ]);
    const day = await admin.call(calls.overview, { query: { timeRange: '24h' } });
    expect(day.calls.count).toBe(280);
    const month = await admin.call(calls.metrics, { query: { timeRange: '30d' } });
    expect(month.points).toHaveLength(30);
    expect(month.points.slice(-2)).toMatchObject([
      { at: '2026-11-19T00:00:00.000Z', memoryBytes: 900, callsPerSecond: 90 / 86_400 },
      { at: '2026-11-20T00:00:00.000Z', memoryBytes: 300 },
    ]);
  });

  it('counts minutes that come late, and folds none again whose beginning is gone', async () => {
    const { system } = server.instance.composition;
    const late = { at: minute('20T09:59'), facts: facts('late', 1), tallies: [tally({ ms: 1 })] };
    await insertMinutes(db, [late]);
    await system.foldPerformance();
    const { calls: counted } = await admin.call(calls.overview, { query: { timeRange: '24h' } });
    expect(counted.count).toBe(290);
    await sql`DELETE FROM performance_calls WHERE span = 'minute' AND at < ${minute('20T00:00')}`.execute(
      db,
    );
    await system.foldPerformance();
    const after = await admin.call(calls.overview, { query: { timeRange: '24h' } });
    expect(after.calls.count).toBe(290);
  });

  it('is removed when its time is over', async () => {
    const jobs = server.instance.composition.system.retentionJobs;
    const job = jobs.find(({ name }) => name === 'performance by minute');
    await insertMinutes(db, [{ at: minute('18T10:00'), facts: facts('old', 1), tallies: [] }]);
    expect(await job?.removeSome(100)).toBe(1);
    expect(await job?.removeSome(100)).toBe(0);
    expect((await admin.call(calls.overview, {})).calls.count).toBe(200);
  });
});

it('records what this process answers, sign-ins apart', async () => {
  const user = await server.newUser();
  const client = await server.newClient();
  const { recordPerformance } = server.instance.composition.system;
  await recordPerformance(minute('20T10:21'));
  await catchRefusal(client.signIn(user.contactNumber, 'not the password'));
  await recordPerformance(minute('20T10:20'));
  const { rows } = await sql<{ kind: string; route: string; calls: string }>`
    SELECT kind, route, calls FROM performance_calls
    WHERE at = ${minute('20T10:20')} AND span = 'minute'`.execute(db);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  expect(of('sign_in')).toMatchObject([{ calls: '1' }]);
  const login = of('call').find(({ route }) => route === `POST ${basePath}/auth/login`);
  // The first one asked for a nonce.
  expect(login?.calls).toBe('2');
  const sum = of('call').reduce((total, row) => total + Number(row.calls), 0);
  expect(of('all')).toMatchObject([{ calls: String(sum) }]);
});

it.each([
  ['overview?timeRange=2h', 400],
  ['overview?timeRange=', 400],
  ['metrics?timeRange=-1h', 400],
  ['metrics?timeRange=24h&timeRange=1h', 400],
  ['load-tests?limit=1e9', 400],
  ['load-tests?limit=0', 400],
  ['load-tests?limit=1.5', 400],
  ['load-tests?limit=100', 200],
])('GET /admin/performance/%s is answered with %i', async (rest, status) => {
  const url = `${server.origin}${basePath}/admin/performance/${rest}`;
  const answer = await fetch(url, { headers: await admin.headersFor('GET', url) });
  expect(answer.status).toBe(status);
});

describe('the health of the system', () => {
  it.each([calls.systemHealth, calls.adminSystemHealth])('names each part, at %o', async (call) => {
    const { components, uptimeSeconds, diskFreeRatio } = await admin.call(call, {});
    const names = [
      ...['database', 'schema', 'storage', 'queue'],
      ...['transcoder', 'disk', 'clock', 'readers'],
    ];
    expect(components.map(({ name }) => name)).toEqual(names);
    expect(components.slice(0, 4).map(({ status }) => status)).toEqual(Array(4).fill('ok'));
    // Of a process that takes no jobs, while none of the others does.
    expect(components[4]).toMatchObject({
      status: 'degraded',
      message: expect.stringContaining('no process'),
    });
    expect(uptimeSeconds).toBeGreaterThan(0);
    expect(diskFreeRatio).toBeGreaterThan(0);
    expect(diskFreeRatio).toBeLessThan(1);
  });

  it('is degraded while no process reads events, which keeps no load balancer away', async () => {
    await sql`INSERT INTO event_readers (name, transaction_id, event_id, written_transaction_id,
        written_event_id, floor_id, saved_at)
      VALUES ('lost', 0, gen_random_uuid(), 0, gen_random_uuid(), gen_random_uuid(),
        clock_timestamp() - interval '2 hours')`.execute(db);
    const { status, components } = await admin.call(calls.systemHealth, {});
    expect(status).toBe('degraded');
    const readers = components.find(({ name }) => name === 'readers');
    expect(readers).toMatchObject({ status: 'degraded', message: expect.stringContaining('lost') });
    expect((await fetch(`${server.origin}/health/deep`)).status).toBe(200);
  });
});

describe('load tests', () => {
  const report = { ...aLoadReport, steps: [...aLoadReport.steps] };

  it('are stored, and listed with the newest first', async () => {
    expect(await admin.call(calls.loadTests, {})).toEqual({ items: [] });
    const first = await admin.call(calls.storeLoadTest, { body: report });
    const second = await admin.call(calls.storeLoadTest, { body: { ...report, profile: 'exam' } });
    expect(second).toMatchObject({ profile: 'exam', learners: 30 });
    const { items } = await admin.call(calls.loadTests, {});
    expect(items).toEqual([second, first]);
    const one = await admin.call(calls.loadTests, { query: { limit: 1 } });
    expect(one.items).toEqual([second]);
  });

  it.each([
    { ...report, learners: 0 },
    { ...report, steps: [] },
    { ...report, seconds: -1 },
  ])('are refused where they say the impossible', async (body) => {
    const refusal = await catchRefusal(admin.call(calls.storeLoadTest, { body }));
    expect(refusal.status).toBe(400);
  });
});

describe('metrics for probes', () => {
  it.each(['/metrics/current', '/metrics/performance'])('are JSON at %s', async (path) => {
    const answer = await fetch(`${server.origin}${path}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveProperty('data');
    const passedOn = await fetch(`${server.origin}${path}`, { headers: { via: '1.1 proxy' } });
    expect(passedOn.status).toBe(403);
  });

  it('are reset by POST alone, with an entry in the audit log', async () => {
    const read = async () => (await fetch(`${server.origin}/metrics`)).text();
    await fetch(`${server.origin}/version`);
    const series = 'route="/version"';
    expect(await read()).toContain(series);
    const get = await fetch(`${server.origin}/metrics/reset`);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await read()).toContain(series);
    await admin.call(calls.reset, {});
    const text = await read();
    expect(text).not.toContain(series);
    expect(text).toContain('prahari_build_info{version=');
    const { rows } = await sql`SELECT FROM admin_audit WHERE action = 'metrics.reset'`.execute(db);
    expect(rows).toHaveLength(1);
  });
});

it('the network check says what the server sees', async () => {
  const learner = await server.newUser();
  const sentAt = new Date(now.getTime() + 120_000).toISOString();
  const found = await learner.call(calls.networkCheck, { query: { sentAt, roundTripMs: 2500 } });
  expect(found).toMatchObject({
    protocol: { httpVersion: '1.1', isEncrypted: false },
    address: { class: 'loopback', version: 4, country: null },
    roundTripMs: 2500,
    issues: [{ code: 'slow_network' }, { code: 'clock_off' }],
  });
  expect(found.clockAheadMs).toBe(121_250);
});
