import { endpoints, type Permission } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { catchRefusal } from '../../testing/catch-refusal.ts';
import { giveEvents } from '../../testing/give-events.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { uploadVideo } from '../../testing/upload-video.ts';
import { waitUntilSettled } from '../../testing/wait-until-settled.ts';
import { rollUpOnce } from './rollups/roll-up.adapter.ts';
import { openPositions } from './rollups/roll-up.repository.ts';

const { analytics: calls } = endpoints;
const zone = 'Asia/Kolkata';

let server: TestServer;
let root: TestClient;
let ofPune: TestClient;
let db: Db;

async function rollUp(): Promise<void> {
  await waitUntilSettled(db);
  while (await rollUpOnce({ db, clock: systemClock, zone }));
}

async function adminOf(district: string, permissions: Permission[]) {
  const admin = await server.newUser('ADMIN');
  const adminScope = { level: 'district' as const, values: [district] };
  const body = { permissions, adminScope };
  await root.call(endpoints.users.setPermissions, { params: { id: admin.userId }, body });
  return admin;
}

/** Forgets all that was counted so far: the truth of a test begins here. */
async function beginToCount(): Promise<void> {
  await waitUntilSettled(db);
  await sql`DELETE FROM event_readers WHERE name LIKE 'analytics.%'`.execute(db);
  await sql`TRUNCATE event_rollups, session_rollups, activity_snapshots, user_counts, user_activity,
    performance_processes, performance_calls`.execute(db);
  await openPositions(db, new Date());
}

/** What was done, kept by the test. */
const truth = { Pune: 3, Nashik: 2, wrongInPune: 2, wrongInNashik: 1, unknown: 1 };
let people: Awaited<ReturnType<TestServer['newUser']>>[];
let usersBefore: number;

beforeAll(async () => {
  server = await startTestServer();
  db = server.instance.foundation.db;
  root = await server.superAdmin();
  ofPune = await adminOf('Pune', ['analytics.read', 'videos.write']);
  const { total } = await root.call(endpoints.users.list, {});
  usersBefore = total;
  await beginToCount();

  people = [];
  for (const district of ['Pune', 'Nashik'] as const)
    for (let number = 0; number < truth[district]; number += 1) {
      const facts = { district, country: 'India', kendraType: 'urban' };
      people.push(await server.newUser('LEARNER', facts));
    }
  const [first, second, , nashik] = people;
  const guess = (contactNumber: string) =>
    server
      .newClient()
      .then((client) =>
        catchRefusal(
          client.call(endpoints.auth.login, { body: { contactNumber, password: 'a wrong guess' } }),
        ),
      );
  for (let time = 0; time < truth.wrongInPune; time += 1) await guess(first?.contactNumber ?? '');
  await guess(nashik?.contactNumber ?? '');
  await guess('9700000001');
  await second?.call(endpoints.auth.logout, {});
  // One upload of Pune failed, one for everyone waits.
  const content = new Uint8Array(64);
  const { id } = await uploadVideo(server.origin, ofPune, { title: 'Of Pune', content });
  await sql`UPDATE upload_jobs SET state = 'failed' WHERE id = ${id}`.execute(db);
  await uploadVideo(server.origin, root, { title: 'Of everyone', content });
  await rollUp();
});
afterAll(() => server.stop());

const inPune = truth.Pune;
const inAll = truth.Pune + truth.Nashik;
const sum = (points: readonly { readonly value: number }[]) =>
  points.reduce((total, { value }) => total + value, 0);

describe('the overview', () => {
  it.each(['1h', '24h', '7d', '30d', '90d'] as const)(
    'equals what was done, in %s',
    async (timeRange) => {
      const found = await root.call(calls.overview, { query: { timeRange } });
      expect(found).toMatchObject({
        timeRange,
        metrics: {
          totalUsers: usersBefore + inAll,
          activeUsers: inAll,
          totalUploads: 2,
          successfulUploads: 0,
          failedUploads: 1,
          totalTeams: 0,
        },
        // Nothing is known of the users before.
        changes: { totalUsers: null, activeUsers: null, totalUploads: 2, totalTeams: null },
        timeZone: zone,
      });
      const { userGrowth, uploadActivity, geographicDistribution } = found.chartData;
      expect([sum(userGrowth), sum(uploadActivity)]).toEqual([inAll, 2]);
      expect(geographicDistribution).toEqual([
        { label: 'Pune', value: truth.Pune },
        { label: 'Nashik', value: truth.Nashik },
      ]);
      expect(Date.parse(found.countedUpTo ?? '')).toBeLessThanOrEqual(
        Date.parse(found.lastUpdated),
      );
    },
  );

  it('counts no upload that the chart beside the figure leaves out', async () => {
    const query = { timeRange: '24h' as const };
    const { chartData } = await root.call(calls.overview, { query });
    const first = Date.parse(chartData.uploadActivity[0]?.timestamp ?? '');
    const moved = sql`UPDATE upload_jobs SET created_at = ${new Date(first - 1)}
      WHERE state = 'failed' RETURNING created_at`;
    expect((await moved.execute(db)).rows).toHaveLength(1);
    const found = await root.call(calls.overview, { query });
    await sql`UPDATE upload_jobs SET created_at = now() WHERE state = 'failed'`.execute(db);
    // As long as no step ends between the two calls.
    expect(found.chartData.uploadActivity[0]?.timestamp).toBe(new Date(first).toISOString());
    expect([found.metrics.totalUploads, sum(found.chartData.uploadActivity)]).toEqual([1, 1]);
  });

  it('covers the scope of the caller alone', async () => {
    const found = await ofPune.call(calls.get, {});
    expect(found).toMatchObject({
      timeRange: '24h',
      metrics: { totalUsers: inPune, activeUsers: inPune, totalUploads: 1, failedUploads: 1 },
    });
    expect(sum(found.chartData.userGrowth)).toBe(inPune);
    expect(found.chartData.geographicDistribution).toEqual([{ label: 'Pune', value: inPune }]);
    const alone = await ofPune.call(calls.metrics, {});
    expect(alone.metrics).toEqual(found.metrics);
    const nowhere = await adminOf('Thane', ['analytics.read']);
    const { metrics, realTimeEvents } = await nowhere.call(calls.get, {});
    expect(metrics).toMatchObject({ totalUsers: 0, activeUsers: 0, totalUploads: 0 });
    expect(metrics.averageSessionDuration).toBeNull();
    // Of the caller's own sign-in alone.
    expect(new Set(realTimeEvents.map(({ type }) => type))).not.toContain('sign-in.refused');
  });

  it('measures how long sessions lasted', async () => {
    const { metrics } = await root.call(calls.metrics, { query: { timeRange: '1h' } });
    // The one who signed out did so within this test.
    expect(metrics.averageSessionDuration).toBeGreaterThan(0);
    expect(metrics.averageSessionDuration).toBeLessThan(5);
  });

  it('measures the uptime by the minutes that were recorded', async () => {
    await sql`DELETE FROM performance_processes`.execute(db);
    const fresh = await root.call(calls.metrics, { query: { timeRange: '24h' } });
    expect([fresh.metrics.systemUptime, fresh.uptime]).toEqual([null, null]);
    const first = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 10 * 60_000);
    // Of two processes; the worker answers no calls, and in two minutes none did.
    const served = [0, 1, 2, 4, 5, 6, 8].map((minute) => ({ minute, role: 'web' }));
    for (const { minute, role } of [...served, { minute: 3, role: 'worker' }, ...served])
      await sql`INSERT INTO performance_processes (span, at, process, role, loop_p50_ms,
          loop_p99_ms, loop_max_ms, memory_bytes, heap_bytes, cpu_share, pool_busy, pool_waiting,
          served_minutes)
        VALUES ('minute', ${new Date(first.getTime() + minute * 60_000)}, gen_random_uuid(), ${role},
          1, 1, 1, 1, 1, 0, 0, 0, ${role === 'web' ? 1 : 0})`.execute(db);
    const query = { timeRange: '24h' as const };
    const { metrics, changes, uptime, lastUpdated } = await root.call(calls.metrics, { query });
    // The last full minute may not be written yet, and does not count.
    const known = Math.floor(Date.parse(lastUpdated) / 60_000) - 1 - first.getTime() / 60_000;
    expect(metrics.systemUptime).toBeCloseTo((served.length / known) * 100, 3);
    expect(changes.systemUptime).toBeNull();
    expect(uptime).toEqual({ since: first.toISOString(), downMinutes: known - served.length });
  });

  it('does not count as down what was before the first minute, within its hour either', async () => {
    await sql`DELETE FROM performance_processes`.execute(db);
    const hourMs = 3_600_000;
    const hour = Math.floor(Date.now() / hourMs) * hourMs - 5 * hourMs;
    const insert = (span: 'minute' | 'hour', at: number, served: number) =>
      sql`INSERT INTO performance_processes (span, at, process, role, loop_p50_ms, loop_p99_ms,
          loop_max_ms, memory_bytes, heap_bytes, cpu_share, pool_busy, pool_waiting, served_minutes)
        VALUES (${span}, ${new Date(at)}, '', 'all', 1, 1, 1, 1, 1, 0, 0, 0, ${served})`.execute(
        db,
      );
    const measuredSince = async (timeRange: '24h' | '7d') => {
      const { uptime } = await root.call(calls.metrics, { query: { timeRange } });
      return Date.parse(uptime?.since ?? '');
    };
    // Installed at 50 minutes past, down from then on but for three minutes; its hour is added up.
    const installed = hour + 50 * 60_000;
    for (const minute of [0, 1, 6]) await insert('minute', installed + minute * 60_000, 1);
    await insert('hour', hour, 3);
    expect(await measuredSince('24h')).toBe(installed);
    // Of longer ago, only hours are kept.
    await sql`DELETE FROM performance_processes`.execute(db);
    await insert('hour', hour - 72 * hourMs, 10);
    expect(await measuredSince('7d')).toBe(hour - 72 * hourMs + 50 * 60_000);
  });

  it('compares with what was noted at the begin of the range', async () => {
    const at = new Date(Date.now() - 7 * 86_400_000);
    await sql`INSERT INTO activity_snapshots
      SELECT range, date_trunc('hour', ${at}::timestamptz), country, district, kind, users
      FROM (VALUES ('all', '*', '*', '*', 4), ('7d', '*', '*', '*', 9),
        ('all', 'India', 'Pune', 'urban', 1), ('7d', 'India', 'Pune', 'urban', 5))
        AS noted (range, country, district, kind, users)`.execute(db);
    const query = { timeRange: '7d' as const };
    const { metrics, changes } = await root.call(calls.metrics, { query });
    const { totalUsers, activeUsers } = metrics;
    expect(changes).toMatchObject({ totalUsers: totalUsers - 4, activeUsers: activeUsers - 9 });
    const scoped = await ofPune.call(calls.metrics, { query });
    expect(scoped.changes).toMatchObject({ totalUsers: inPune - 1, activeUsers: inPune - 5 });
  });
});

describe('real-time events', () => {
  it('are the latest ones of users in scope, and as many as asked for', async () => {
    const { realTimeEvents } = await root.call(calls.realTime, { query: { limit: 3 } });
    expect(realTimeEvents).toHaveLength(3);
    const times = realTimeEvents.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    const all = await root.call(calls.realTime, { query: { limit: 200 } });
    const refused = all.realTimeEvents.filter(({ type }) => type === 'sign-in.refused');
    expect(refused).toHaveLength(truth.wrongInPune + truth.wrongInNashik + truth.unknown);
    expect(refused[0]).toMatchObject({ message: 'Sign-in refused', severity: 'low' });
    const seen = await ofPune.call(calls.realTime, { query: { limit: 200 } });
    const ofScope = seen.realTimeEvents.filter(({ type }) => type === 'sign-in.refused');
    expect(ofScope).toHaveLength(truth.wrongInPune);
  });
});

describe('sign-in analytics', () => {
  it('equals what was done, for the whole and for a district', async () => {
    const whole = await root.call(calls.signIns, {});
    expect(whole).toMatchObject({
      timeRange: '24h',
      failures: truth.wrongInPune + truth.wrongInNashik + truth.unknown,
      failuresByReason: [
        { reason: 'password', count: truth.wrongInPune + truth.wrongInNashik },
        { reason: 'account', count: truth.unknown },
      ],
      newDevices: inAll,
    });
    // All people signed in once; administrators that other tests made may have, too.
    expect(whole.successes).toBeGreaterThanOrEqual(inAll);
    const district = await ofPune.call(calls.signIns, {});
    expect(district).toMatchObject({
      successes: inPune,
      failures: truth.wrongInPune,
      failuresByReason: [{ reason: 'password', count: truth.wrongInPune }],
      newDevices: inPune,
    });
    const all = (one: typeof district, of: 'hours' | 'points') =>
      one[of].reduce((total, { successes }) => total + successes, 0);
    expect([all(district, 'hours'), all(district, 'points')]).toEqual([inPune, inPune]);
  });

  it('puts what happened on days and hours of the time zone', async () => {
    const learner = people[0]?.userId ?? '';
    // Half past midnight in India, and the day before in Europe.
    const day = new Date(Date.now() - 3 * 86_400_000);
    const midnight = await sql<{ at: Date }>`
      SELECT date_trunc('day', ${day}::timestamptz, ${zone}::text) AS at`.execute(db);
    const start = midnight.rows[0]?.at ?? day;
    const at = new Date(start.getTime() + 1_800_000);
    await giveEvents(db, [{ name: 'session.opened', userId: learner, at }]);
    await rollUp();
    const { points, hours } = await ofPune.call(calls.signIns, { query: { timeRange: '7d' } });
    const point = points.find(({ timestamp }) => timestamp === start.toISOString());
    expect(point).toMatchObject({ successes: 1 });
    expect(points).toHaveLength(7);
    const today = hours.filter(({ successes }) => successes > 0);
    expect(today.find(({ hour }) => hour === 0)?.successes).toBeGreaterThanOrEqual(1);
  });

  it('counts sign-ins that took 3 s and 10 s', async () => {
    await sql`DELETE FROM performance_calls`.execute(db);
    const at = new Date(Date.now() - 120_000);
    await sql`INSERT INTO performance_calls (span, at, process, kind, route, calls, failed, limited,
        slow, critical, bytes, bins, counts)
      VALUES ('minute', ${at}, 'one', 'sign_in', '', 9, 0, 0, 3, 1, 0, '{40,90}', '{6,3}')`.execute(
      db,
    );
    const { duration } = await root.call(calls.signIns, {});
    expect(duration).toMatchObject({ measured: 9, slow: 3, critical: 1 });
    expect(duration.p95Ms).toBeGreaterThan(duration.p50Ms ?? 0);
  });
});

describe('bad input', () => {
  const all = [calls.get, calls.overview, calls.metrics, calls.realTime, calls.signIns];

  it.each(all)('is refused by $path without the permission', async (call) => {
    const other = await adminOf('Pune', ['users.read']);
    expect((await catchRefusal(other.call(call, {}))).status).toBe(403);
    expect((await catchRefusal(people[0]!.call(call, {}))).status).toBe(403);
  });

  it.each(['2h', '1H', '', '30d;drop', '91d'])('is the range %j', async (timeRange) => {
    const url = `${server.origin}/api/v1/admin/analytics/overview?timeRange=${encodeURIComponent(timeRange)}`;
    const headers = await root.headersFor('GET', url.split('?', 1)[0] ?? url);
    expect((await fetch(url, { headers })).status).toBe(400);
  });

  it.each([1e9, 0, -1, 1.5])('is the limit %d', async (limit) => {
    for (const call of [calls.realTime, calls.get])
      expect((await catchRefusal(root.call(call, { query: { limit } }))).status).toBe(400);
  });

  const of = endpoints.playbackReports;
  it.each([
    [of.quality, { timeRange: '2h' }],
    [of.quality, { by: 'phone' }],
    [of.videos, { timeRange: '-1h' }],
    [of.videos, { limit: 1e9 }],
    [of.learnerDays, { limit: 1e9 }],
  ])('is refused by %o with %j', async (call, query) => {
    const input = { query: JSON.parse(JSON.stringify(query)) };
    expect((await catchRefusal(root.call(call, input))).status).toBe(400);
  });
});
