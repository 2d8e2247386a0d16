import { mkdir, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type AlertStatus, endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPartition } from '../../../platform/db/daily-partitions.ts';
import { eventsTable } from '../../../platform/events/events-table.ts';
import type { RetentionJob } from '../../../platform/retention/retention-job.ts';
import { runRetentionJobs } from '../../../platform/retention/run-retention-jobs.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { playbackEventsTable } from '../../playback/index.ts';
import { formatCheckFolder } from '../health/health.rules.ts';
import { purgeExpiredKind } from './tasks/purge-expired.task.ts';

const never = new AbortController().signal;
/** One moment for all, or midnight may lie between two. */
const begunMs = Date.now();
const daysAgo = (days: number) => new Date(begunMs - days * 86_400_000);

let server: TestServer;
let learner: Awaited<ReturnType<TestServer['newUser']>>;
let videoId: string;
beforeAll(async () => {
  server = await startTestServer({ worker: true });
  learner = await server.newUser();
  videoId = uuidv7();
  const now = new Date();
  await db()
    .insertInto('videos')
    .values({
      id: videoId,
      title: 'Video',
      description: '',
      status: 'ready',
      published: true,
      publish_when_ready: true,
      created_by: learner.userId,
      created_at: now,
      updated_at: now,
    })
    .execute();
});
afterAll(() => server.stop());

const db = () => server.instance.foundation.db;
const workDir = () => path.join(server.instance.foundation.dataDir, 'work');
const mediaDir = () => path.join(server.instance.foundation.dataDir, 'media');

/** A sign-in that expired then, with a refresh token and a play. */
async function signIn(expired: Date): Promise<string> {
  const id = uuidv7();
  const at = { created_at: expired, last_seen_at: expired, expires_at: expired };
  const sessionValues = { id, user_id: learner.userId, device_id: 'd', ...at };
  await db()
    .insertInto('sessions')
    .values({ ...sessionValues, user_agent: '', address: '' })
    .execute();
  await db()
    .insertInto('refresh_tokens')
    .values({
      hash: Buffer.from(id),
      session_id: id,
      issued_at: expired,
      expires_at: expired,
    })
    .execute();
  await db()
    .insertInto('playback_sessions')
    .values({
      id: uuidv7(),
      session_id: id,
      device_id: 'd',
      user_id: learner.userId,
      video_id: videoId,
      code: id,
      opened_at: expired,
      expires_at: expired,
    })
    .execute();
  return id;
}

async function visited(at: Date): Promise<string> {
  const id = uuidv7();
  const entry = { id, user_id: learner.userId, at, kind: 'signed-in' } as const;
  await db().insertInto('login_history').values(entry).execute();
  return id;
}
const historyLeft = async () =>
  (await db().selectFrom('login_history').select('id').execute()).map(({ id }) => id);

async function event(at: Date): Promise<void> {
  const row = { id: uuidv7(), name: 'user.activated', data: '{}', happened_at: at };
  await db().insertInto('events').values(row).execute();
}

/** An alert with a step of its timeline and an action. */
async function alerted(
  seen: Date,
  standing: { status?: AlertStatus; updated_at?: Date; suppressed_until?: Date } = {},
): Promise<string> {
  const id = uuidv7();
  const at = { first_seen_at: seen, last_seen_at: seen, created_at: seen, updated_at: seen };
  const about = {
    title: 'Failed sign-ins',
    message: '',
    category: 'brute_force',
    severity: 'low',
  } as const;
  await db()
    .insertInto('alerts')
    .values({ id, subject_kind: 'user', subject_key: id, ...at, ...about, ...standing })
    .execute();
  await db()
    .insertInto('alert_steps')
    .values({ id, alert_id: id, at: seen, kind: 'raised' })
    .execute();
  const action = { id, alert_id: id, occurrence: 0, kind: 'notify', created_at: seen } as const;
  await db().insertInto('alert_actions').values(action).execute();
  return id;
}

/** How much of some alerts is left: of each the row, its step and its action. */
async function countOfAlerts(ids: readonly string[]): Promise<number> {
  const left = await Promise.all(
    (['alerts', 'alert_steps', 'alert_actions'] as const).map((table) =>
      db().selectFrom(table).select('id').where('id', 'in', ids).execute(),
    ),
  );
  return left.flat().length;
}

async function invited(contactNumber: string, expiresAt: Date): Promise<string> {
  const root = await server.superAdmin();
  const body = { name: 'Invited', contactNumber };
  const { user } = await root.call(endpoints.users.create, { body });
  await db()
    .updateTable('activation_codes')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', user.id)
    .execute();
  return user.id;
}

const idsIn = async (table: 'sessions' | 'playback_sessions') =>
  (await db().selectFrom(table).select('id').execute()).map((row) => row.id);
const tokensLeft = async () =>
  (await db().selectFrom('refresh_tokens').select('session_id').execute()).map(
    (row) => row.session_id,
  );
const codesLeft = async () =>
  (await db().selectFrom('activation_codes').select('user_id').execute()).map((r) => r.user_id);
const eventsBefore = async (moment: Date) =>
  (await db().selectFrom('events').select('id').where('happened_at', '<', moment).execute()).length;

/** What a player reported of a playback that was opened then. */
async function report(openedAt: Date): Promise<void> {
  const said = { position_seconds: 1, duration_seconds: 60, detail: '{}' };
  const ids = { id: uuidv7(), playback_session_id: uuidv7(), user_id: learner.userId };
  const at = { opened_at: openedAt, happened_at: openedAt, received_at: openedAt };
  await db()
    .insertInto('playback_events')
    .values({ ...ids, ...at, ...said, event: 'progress', video_id: videoId })
    .execute();
}
const reportsBefore = async (moment: Date) => {
  const found = db().selectFrom('playback_events').select('id').where('opened_at', '<', moment);
  return (await found.execute()).length;
};

let old: { sessions: string[]; code: string; visit: string; alerts: string[] };
let kept: { session: string; code: string; visit: string; alerts: string[] };
let lastNumber = 9_600_000_000;
const oldDay = daysAgo(500);
const oldPartitions = [
  [eventsTable, oldDay],
  [playbackEventsTable, daysAgo(40)],
] as const;
const nextNumber = () => `${++lastNumber}`;

beforeEach(async () => {
  const sessions = [];
  for (const days of [401, 402, 403, 404, 405]) sessions.push(await signIn(daysAgo(days)));
  const visits = { old: await visited(daysAgo(401)), kept: await visited(daysAgo(399)) };
  const longAgo = daysAgo(366);
  const alerts = [
    await alerted(longAgo),
    await alerted(longAgo, { status: 'resolved' }),
    await alerted(longAgo, { status: 'suppressed', suppressed_until: daysAgo(300) }),
  ];
  old = { sessions, code: await invited(nextNumber(), daysAgo(2)), visit: visits.old, alerts };
  const session = await signIn(daysAgo(399));
  kept = {
    session,
    code: await invited(nextNumber(), daysAgo(-1)),
    visit: visits.kept,
    alerts: [
      await alerted(daysAgo(364), { status: 'resolved' }),
      // Resolved lately; and silenced for longer, or it would be raised again.
      await alerted(longAgo, { status: 'resolved', updated_at: daysAgo(1) }),
      await alerted(longAgo, { status: 'suppressed', suppressed_until: daysAgo(-1) }),
    ],
  };
  for (const [table, day] of oldPartitions) {
    const { name, from, to } = findPartition(table, day);
    await sql`CREATE TABLE ${sql.table(name)} PARTITION OF ${sql.table(table.name)}
      FOR VALUES FROM (${sql.lit(`${from}T00:00:00Z`)}) TO (${sql.lit(`${to}T00:00:00Z`)})`.execute(
      db(),
    );
  }
  for (const openedAt of [daysAgo(37), daysAgo(34)]) await report(openedAt);
  await event(oldDay);
  await event(daysAgo(450));
  await event(daysAgo(399));
  const limits = [
    { key: uuidv7(), points: 1, expire: daysAgo(1).getTime() },
    { key: `live-${uuidv7()}`, points: 1, expire: Date.now() + 60_000 },
  ];
  await db().insertInto('sign_in_limits').values(limits).execute();
  for (const folder of ['health-old', 'health-new']) {
    await mkdir(path.join(workDir(), folder), { recursive: true });
  }
  await utimes(path.join(workDir(), 'health-old'), daysAgo(1), daysAgo(1));
  for (const days of [0, 3]) {
    await mkdir(path.join(mediaDir(), formatCheckFolder(daysAgo(days)), 'x'), { recursive: true });
  }
});

async function expectOldGone(): Promise<void> {
  for (const table of ['sessions', 'playback_sessions'] as const) {
    expect(await idsIn(table)).not.toEqual(expect.arrayContaining([old.sessions[0]]));
  }
  const sessions = await idsIn('sessions');
  expect(old.sessions.filter((id) => sessions.includes(id))).toEqual([]);
  expect(await codesLeft()).not.toContain(old.code);
  expect(await historyLeft()).not.toContain(old.visit);
  expect(await eventsBefore(daysAgo(400))).toBe(0);
  expect(await countOfAlerts(old.alerts)).toBe(0);
  const tables = new Set((await db().introspection.getTables()).map(({ name }) => name));
  for (const [table, day] of oldPartitions)
    expect(tables).not.toContain(findPartition(table, day).name);
  expect(await reportsBefore(daysAgo(36))).toBe(0);
}

async function expectLiveStays(): Promise<void> {
  expect(await idsIn('sessions')).toContain(kept.session);
  expect(await codesLeft()).toContain(kept.code);
  expect(await historyLeft()).toContain(kept.visit);
  expect(await eventsBefore(daysAgo(398))).toBeGreaterThan(0);
  expect(await reportsBefore(daysAgo(33))).toBeGreaterThan(0);
  expect(await countOfAlerts(kept.alerts)).toBe(3 * kept.alerts.length);
  const counts = await db().selectFrom('sign_in_limits').select('key').execute();
  expect(counts.some(({ key }) => key.startsWith('live-'))).toBe(true);
  expect(await readdir(workDir())).toContain('health-new');
  expect(await readdir(path.join(mediaDir(), 'health'))).toContain(
    formatCheckFolder(daysAgo(0)).split('/')[1],
  );
  // The signed-in learner continues without noticing.
  await learner.call(endpoints.users.profile, {});
}

describe('expired data', () => {
  it('is removed, and live data stays', async () => {
    const { retentionJobs } = server.instance.composition.system;
    await runRetentionJobs(retentionJobs, { log: server.instance.foundation.log, signal: never });
    await expectOldGone();
    await expectLiveStays();
    // Nothing else removes the timeline of an alert, or changes it.
    const deleted = db().deleteFrom('alert_steps').where('alert_id', 'in', kept.alerts).execute();
    await expect(deleted).rejects.toThrow('append-only');
    const changed = db().updateTable('alert_steps').set({ note: '' }).execute();
    await expect(changed).rejects.toThrow('append-only');
    // An expired token is useless, although its session is still of interest.
    expect(await tokensLeft()).not.toContain(kept.session);
    expect(await idsIn('playback_sessions')).toHaveLength(1);
    const counts = await db().selectFrom('sign_in_limits').select('key').execute();
    expect(counts.every(({ key }) => key.startsWith('live-') || key.includes(':'))).toBe(true);
    expect(await readdir(workDir())).not.toContain('health-old');
    expect(await readdir(path.join(mediaDir(), 'health'))).not.toContain(
      formatCheckFolder(daysAgo(3)).split('/')[1],
    );
  });

  it('is removed by the next run after one was stopped at any step', async () => {
    const { retentionJobs } = server.instance.composition.system;
    const { log } = server.instance.foundation;
    for (let steps = 1; steps <= 14; steps += 1) {
      const stopping = new AbortController();
      let left = steps;
      const stopped = retentionJobs.map(
        (job): RetentionJob => ({
          name: job.name,
          async removeSome(atMost) {
            const count = await job.removeSome(atMost);
            left -= 1;
            if (left === 0) stopping.abort();
            return count;
          },
        }),
      );
      await runRetentionJobs(stopped, { log, signal: stopping.signal, batch: 1 });
      await expectLiveStays();
    }
    await runRetentionJobs(retentionJobs, { log, signal: never, batch: 2 });
    await expectOldGone();
    await expectLiveStays();
  });

  it('includes expired sessions: their end is recorded in the history, at its own time', async () => {
    const ended = { kind: 'session-ended', cause: 'expired' };
    const expired = daysAgo(3);
    const id = await signIn(expired);
    const { retentionJobs } = server.instance.composition.system;
    for (let turn = 0; turn < 2; turn += 1) {
      await runRetentionJobs(retentionJobs, {
        log: server.instance.foundation.log,
        signal: never,
        batch: 1,
      });
    }
    const { items } = await learner.call(endpoints.account.loginHistory, { query: { limit: 100 } });
    const own = items.filter(({ at }) => at === expired.toISOString());
    expect(own).toMatchObject([ended]);
    const row = await db()
      .selectFrom('sessions')
      .select(['ended_at', 'ended_cause'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ ended_at: expired, ended_cause: 'expired' });
    await expectLiveStays();
  });

  it('is removed by the worker when its hour comes', async () => {
    const planned = await sql<{ cron: string }>`
      SELECT cron FROM pgboss.schedule WHERE name = ${purgeExpiredKind.name}`.execute(db());
    expect(planned.rows).toEqual([{ cron: '23 * * * *' }]);
    const { queue } = server.instance.composition;
    await db()
      .transaction()
      .execute((trx) => queue.enqueue(trx, purgeExpiredKind, {}));
    await vi.waitFor(expectOldGone, { timeout: 20_000 });
    await expectLiveStays();
  });
});
