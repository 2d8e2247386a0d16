import { readFile } from 'node:fs/promises';
import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startKillableServer } from '../../../testing/killable-server.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';

const { analytics, performance: calls, users } = endpoints;
let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

/** Learners give way to other programs, and all of them sign in first. */
const patiently = { timeout: 110_000 };

const latest = async () => (await root.call(calls.loadRun, {})).run;
const start = (body: { learners?: number; seconds?: number; videoId?: string }) =>
  root.call(calls.startLoadRun, { body });

/** What is left of learners of load tests. */
async function countLeft(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT ((SELECT count(*) FROM throwaway_accounts)
      + (SELECT count(*) FROM users WHERE name = 'Load test'))::int AS count`.execute(
    server.instance.foundation.db,
  );
  return rows[0]?.count ?? 0;
}

it('needs a lesson that is published for everyone', async () => {
  expect(await root.call(calls.loadRun, {})).toEqual({ run: null, lesson: null });
  expect(await catchRefusal(start({}))).toMatchObject({ status: 409, reason: 'no_lesson' });
  await addReadyVideo(server, { schemes: ['cbcs'], renditions: ['v240', 'audiolow'] });
  expect((await root.call(calls.loadRun, {})).lesson?.title).toBe('Refraction of light');
});

it('has learners watch by the real protocol, stores the report, and leaves nothing of them', async () => {
  const before = {
    users: (await root.call(users.list, {})).total,
    audit: await countAudit(),
  };
  const begun = await start({ learners: 3, seconds: 6 });
  expect(begun).toMatchObject({ state: 'running', phase: 'preparing', learners: 3, seconds: 6 });
  const refusal = await catchRefusal(start({}));
  expect(refusal).toMatchObject({ status: 409, reason: 'load_test_runs' });
  expect(refusal.details).toMatchObject({ runId: begun.id });

  await expect
    .poll(latest, patiently)
    .toMatchObject({ phase: 'watching', requests: expect.any(Number) });
  // While they are there, no list shows them.
  expect((await root.call(users.list, {})).total).toBe(before.users);
  await expect.poll(latest, patiently).toMatchObject({ id: begun.id, state: 'done' });

  const { items } = await root.call(calls.loadTests, {});
  expect(items).toMatchObject([{ profile: 'classroom', learners: 3, failed: 0 }]);
  const requestsOf = new Map(items[0]?.steps.map(({ step, requests }) => [step, requests]));
  expect(requestsOf.get('sign-in')).toBe(3);
  expect(requestsOf.get('opening')).toBe(9);
  expect(requestsOf.get('segment')).toBeGreaterThan(12);
  // Their reports stay until the day is dropped.
  expect(await countRowsOf('playback_events')).toBeGreaterThanOrEqual(3);
  expect(await latest()).toMatchObject({ requests: items[0]?.requests, failure: null });

  await expect.poll(countLeft).toBe(0);
  const recent = await root.call(analytics.realTime, {});
  expect(recent.realTimeEvents.map(({ type }) => type)).not.toContain('playback.opened');
  expect(await countRowsOf('video_views')).toBe(0);
  // Its start and its report.
  expect((await countAudit()) - before.audit).toBe(2);
});

it('is cancelled within seconds, with its learners', async () => {
  const { id } = await start({ learners: 2, seconds: 120 });
  await expect.poll(latest, patiently).toMatchObject({ phase: 'watching' });
  const cancelled = await root.call(calls.cancelLoadRun, { params: { id } });
  expect(cancelled).toMatchObject({ id, state: 'cancelled', endedAt: expect.any(String) });
  await expect.poll(countLeft).toBe(0);
  // A second time changes nothing.
  expect(await root.call(calls.cancelLoadRun, { params: { id } })).toEqual(cancelled);
});

it('has failed where a lesson can’t be watched, and says what the server said', async () => {
  const { videoId } = await addReadyVideo(server);
  await start({ learners: 1, seconds: 1, videoId });
  await expect.poll(latest, patiently).toMatchObject({ state: 'failed', failure: 'refused' });
  // Its manifest names no key that a licence could be asked for.
  expect((await latest())?.failureText).toBe('Some fields are missing or not valid.');
  await expect.poll(countLeft).toBe(0);
});

it('a process that is killed leaves no learners, nor a test that seems to run', async () => {
  const killable = await startKillableServer(server);
  const there = await createTestClient(killable.origin);
  try {
    const admin = await server.newUser('SUPER_ADMIN');
    await there.signIn(admin.contactNumber, testPassword);
    const videoId = await playableVideo();
    await there.call(calls.startLoadRun, { body: { learners: 2, seconds: 120, videoId } });
    await expect.poll(latest, patiently).toMatchObject({ phase: 'watching' });
    const child = await childOf(killable.pid());
    await killable.kill();
    await expect.poll(() => isAlive(child)).toBe(false);
  } finally {
    await killable.kill();
  }
  await expect.poll(latest, patiently).toMatchObject({ state: 'failed', failure: 'interrupted' });
  expect(await countLeft()).toBeGreaterThan(0);
  // The next start finds them; otherwise a job does, half a minute later.
  const videoId = await playableVideo();
  const { id } = await start({ learners: 1, seconds: 1, videoId });
  await expect.poll(latest, patiently).toMatchObject({ id, state: 'done' });
  await expect.poll(countLeft).toBe(0);
});

async function countAudit(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM admin_audit
    WHERE action LIKE 'load-test.%'`.execute(server.instance.foundation.db);
  return rows[0]?.count ?? 0;
}

async function countRowsOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(server.instance.foundation.db);
  return rows[0]?.count ?? 0;
}

async function playableVideo(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM videos WHERE media_revision = 1`.execute(server.instance.foundation.db);
  return rows[0]?.id ?? '';
}

async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ').at(-1));
}

/** One whose parent no longer waits for it stays as a zombie. */
async function isAlive(pid: number): Promise<boolean> {
  const said = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return said !== '' && !said.includes(') Z ');
}
