import { randomUUID } from 'node:crypto';
import { type AdminHome, endpoints, homeCountLimit, type Permission } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaptures, reportIncidents, startWatching } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { adminHome, logs, users } = endpoints;
const hourMs = 3_600_000;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const homeOf = (client: TestClient) => client.call(adminHome.get, {});
const db = () => server.instance.foundation.db;

async function newAdmin(permissions: Permission[], district?: string): Promise<TestClient> {
  const admin = await server.newUser('ADMIN');
  const adminScope = district
    ? { level: 'district' as const, values: [district] }
    : { level: 'global' as const };
  const params = { id: admin.userId };
  await root.call(users.setPermissions, { params, body: { permissions, adminScope } });
  return admin;
}

/** A learner of that district with a running playback. */
async function playing(district: string) {
  const { learner, videoId, playbackSessionId } = await startWatching(server);
  const forDistrict = { for_everyone: false, districts: [district], title: `For ${district}` };
  await db().updateTable('users').set({ district }).where('id', '=', learner.userId).execute();
  await db().updateTable('videos').set(forDistrict).where('id', '=', videoId).execute();
  await db()
    .updateTable('playback_sessions')
    .set({ last_active_at: new Date() })
    .where('id', '=', playbackSessionId)
    .execute();
  return { learner, videoId, playbackSessionId };
}

async function addJob(
  videoId: string,
  state: 'queued' | 'running' | 'failed' | 'completed',
  { at = new Date(), waits = false }: { readonly at?: Date; readonly waits?: boolean } = {},
): Promise<string> {
  const id = randomUUID();
  const { created_by } = await db()
    .selectFrom('videos')
    .select('created_by')
    .where('id', '=', videoId)
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('upload_jobs')
    .values({
      id,
      video_id: videoId,
      file_name: 'lesson.mp4',
      file_size_bytes: 1,
      source_path: `${id}.source`,
      state,
      progress: 0.5,
      disk_wait: waits ? 'files' : null,
      created_by,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

const reportErrors = (client: TestClient, messages: readonly string[]) =>
  client.call(logs.reportClientErrors, {
    body: {
      logs: messages.map((message) => ({
        id: randomUUID(),
        timestamp: new Date().toISOString(),
        level: 'ERROR' as const,
        category: 'script' as const,
        operation: 'window',
        message,
        userMessage: 'An unexpected error occurred. Please try again.',
        correlationId: null,
        metadata: {},
        resolved: false,
        acknowledgedByUser: false,
      })),
      metadata: { clientVersion: '1.2.3' },
    },
  });

async function addLicenceFailure(userId: string, at: Date): Promise<void> {
  const data = JSON.stringify({ userId, system: 'widevine' });
  await db()
    .insertInto('events')
    .values({ id: randomUUID(), name: 'licence.failed', data, happened_at: at })
    .execute();
}

interface SomeAlert {
  readonly userId: string | null;
  readonly severity: 'critical' | 'high' | 'medium' | 'info';
  readonly status?: 'active' | 'acknowledged' | 'resolved';
  readonly isTest?: boolean;
}

async function addAlert(alert: SomeAlert): Promise<string> {
  const { userId, severity, status = 'active', isTest = false } = alert;
  const [id, at] = [randomUUID(), new Date()];
  await db()
    .insertInto('alerts')
    .values({
      id,
      subject_kind: 'system',
      subject_key: id,
      title: 'Many exports',
      category: 'data_exfiltration',
      severity,
      status,
      message: 'Many exports.',
      first_seen_at: at,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
      user_id: userId,
      metadata: '{}',
      is_test: isTest,
    })
    .execute();
  return id;
}

describe('GET /admin/home', () => {
  it('leads through a new installation, until it has a learner and a video', async () => {
    const first = await homeOf(root);
    const nothing = { running: 0, queued: 0, waitingForRoom: 0, failedUploads: 0, items: [] };
    expect(first).toMatchObject({
      jobs: nothing,
      playing: { count: 0, items: [] },
      security: { seriousIncidents: 0, terminations: 0, incidentsOfHour: 0 },
      people: { blocked: 0 },
      clientErrors: { unresolved: 0, ofHour: 0 },
      secondFactor: { isOwnEnrolled: false, administratorsWithout: 1 },
    });
    const stepsOf = ({ setup }: AdminHome) => setup?.map(({ step, isDone }) => [step, isDone]);
    expect(stepsOf(first)).toEqual([
      ['password', true],
      ['secondFactor', false],
      ['people', false],
      ['video', false],
      ['licenceService', false],
    ]);
    await server.newUser();
    expect(stepsOf(await homeOf(root))).toContainEqual(['people', true]);
    await addReadyVideo(server);
    expect((await homeOf(root)).setup).toBeNull();
    // In another scope the set-up has still to begin.
    const elsewhere = await newAdmin(['users.write', 'videos.write'], 'Leh');
    expect(stepsOf(await homeOf(elsewhere))).toEqual([
      ['password', true],
      ['secondFactor', false],
      ['people', false],
      ['video', false],
    ]);
  });

  it('counts everything, and for an administrator of one district only its part', async () => {
    const all: Permission[] = ['videos.write', 'security.read', 'users.read', 'performance.read'];
    const here = await newAdmin(all, 'Pune');
    const there = await newAdmin(all, 'Nashik');
    const before = { root: await homeOf(root), there: await homeOf(there) };

    const pune = await playing('Pune');
    const goa = await playing('Goa');
    for (const { videoId } of [pune, goa]) {
      const long = new Date(Date.now() - hourMs);
      // Taken up again since: only the last job of a video counts.
      await addJob(videoId, 'failed', { at: long });
      await addJob(videoId, 'failed');
      const other = (await addReadyVideo(server)).videoId;
      const same = db().selectFrom('videos').select('districts').where('id', '=', videoId);
      const { districts } = await same.executeTakeFirstOrThrow();
      const only = { for_everyone: false, districts };
      await db().updateTable('videos').set(only).where('id', '=', other).execute();
      await addJob(other, 'failed', { at: long });
      await addJob(other, 'running');
      await addJob(other, 'queued', { waits: true });
    }
    for (const { learner, playbackSessionId } of [pune, goa]) {
      await reportIncidents(learner, ...createCaptures(playbackSessionId, 3));
      await reportErrors(learner, ['x is not a function', 'x is not a function', 'y is null']);
      await addLicenceFailure(learner.userId, new Date());
      await addLicenceFailure(learner.userId, new Date(Date.now() - 2 * hourMs));
      const blocked = await server.newUser();
      const place = pune.learner === learner ? 'Pune' : 'Goa';
      const change = { district: place, status: 'blocked' as const };
      await db().updateTable('users').set(change).where('id', '=', blocked.userId).execute();
    }
    // The third capture ended what it was seen in.
    const again = { ended_at: null, ended_cause: null, last_active_at: new Date() };
    const ids = [pune, goa].map(({ playbackSessionId }) => playbackSessionId);
    await db().updateTable('playback_sessions').set(again).where('id', 'in', ids).execute();

    const one = {
      jobs: { running: 1, queued: 1, waitingForRoom: 1, failedUploads: 1 },
      playing: {
        count: 1,
        items: [
          {
            id: pune.playbackSessionId,
            user: { id: pune.learner.userId, name: 'Asha Kumari' },
            video: { id: pune.videoId, title: 'For Pune' },
          },
        ],
      },
      security: {
        seriousIncidents: 3,
        terminations: 1,
        incidentsOfHour: 3,
        licenceFailuresOfHour: 1,
      },
      people: { blocked: 1 },
      clientErrors: { unresolved: 2, ofHour: 3 },
      secondFactor: { administratorsWithout: null },
    };
    const seen = await homeOf(here);
    expect(seen).toMatchObject(one);
    expect(seen.jobs?.items.map(({ state, waitsForRoom }) => [state, waitsForRoom])).toEqual([
      ['running', false],
      ['queued', true],
    ]);
    expect(JSON.stringify(seen)).not.toContain(goa.learner.userId);
    expect(JSON.stringify(seen)).not.toContain('Goa');

    const whole = await homeOf(root);
    expect(whole).toMatchObject({
      jobs: { running: 2, queued: 2, waitingForRoom: 2, failedUploads: 2 },
      security: { seriousIncidents: 6, terminations: 2, licenceFailuresOfHour: 2 },
      people: { blocked: 2 },
      clientErrors: { unresolved: 2, ofHour: 6 },
    });
    expect(whole.playing?.count).toBe((before.root.playing?.count ?? 0) + 2);

    const { at: _, storage: __, ...ofThere } = await homeOf(there);
    expect(before.there).toMatchObject(ofThere);
  });

  it.each<[Permission, readonly (keyof AdminHome)[]]>([
    ['alerts.read', ['alerts']],
    ['videos.write', ['jobs', 'storage']],
    ['users.import', ['jobs']],
    ['security.read', ['playing', 'security']],
    ['users.read', ['people']],
    ['performance.read', ['clientErrors']],
    ['security.audit', []],
  ])('with the right %s alone tells of %j', async (right, parts) => {
    const { at: _, secondFactor, setup, ...home } = await homeOf(await newAdmin([right]));
    const told = Object.entries(home).flatMap(([part, value]) => (value === null ? [] : [part]));
    expect(told.toSorted()).toEqual([...parts].toSorted());
    expect(secondFactor).toEqual({ isOwnEnrolled: false, administratorsWithout: null });
    expect(setup).toBeNull();
  });

  it('shows open alerts within the scope of the administrator', async () => {
    const here = await newAdmin(['alerts.read'], 'Satara');
    const [mine, foreign] = [await server.newUser(), await server.newUser()];
    const change = { district: 'Satara' };
    await db().updateTable('users').set(change).where('id', '=', mine.userId).execute();
    const before = (await homeOf(root)).alerts?.open;
    const first = await addAlert({ userId: mine.userId, severity: 'high' });
    await addAlert({ userId: mine.userId, severity: 'medium' });
    await addAlert({ userId: mine.userId, severity: 'critical', status: 'acknowledged' });
    await addAlert({ userId: mine.userId, severity: 'critical', isTest: true });
    await addAlert({ userId: foreign.userId, severity: 'high' });
    // No built-in rule raises one that only informs: nothing else is counted here.
    for (let times = 0; times < 5; times += 1) await addAlert({ userId: null, severity: 'info' });

    const seen = (await homeOf(here)).alerts;
    expect(seen?.open).toEqual({ critical: 0, high: 1, medium: 1, low: 0, info: 0 });
    const user = { id: mine.userId, name: 'Asha Kumari' };
    expect(seen?.items).toMatchObject([{ id: first, severity: 'high', ruleKey: null, user }]);

    const whole = (await homeOf(root)).alerts;
    expect(whole?.open.info).toBe((before?.info ?? 0) + 5);
    expect(whole?.open.high).toBeGreaterThanOrEqual((before?.high ?? 0) + 2);
    const shown = whole?.items.map(({ severity }) => severity) ?? [];
    expect(shown.length).toBeLessThanOrEqual(5);
    expect(shown).not.toContain('info');
    expect(shown).not.toContain('medium');
  });

  it('shows an administrator no import of another one', async () => {
    const mine = await server.newUser('ADMIN');
    const params = { id: mine.userId };
    const body = {
      permissions: ['users.import' as const],
      adminScope: { level: 'global' as const },
    };
    await root.call(users.setPermissions, { params, body });
    const other = await newAdmin(['users.import']);
    const now = new Date();
    await db()
      .insertInto('user_imports')
      .values({
        id: randomUUID(),
        file_name: 'pune.csv',
        file_size_bytes: 10,
        format: 'csv',
        state: 'running',
        validate_only: false,
        skip_duplicates: true,
        rows_total: 200,
        rows_done: 50,
        delivery: 'file',
        created_by: mine.userId,
        created_from: '127.0.0.1',
        created_at: now,
        updated_at: now,
      })
      .execute();
    const { jobs } = await homeOf(mine);
    expect(jobs?.items).toMatchObject([
      { kind: 'import', title: 'pune.csv', state: 'running', progress: 0.25, waitsForRoom: false },
    ]);
    expect((await homeOf(other)).jobs).toMatchObject({ running: 0, items: [] });
    expect((await homeOf(root)).jobs?.items).toMatchObject([{}, {}, { title: 'pune.csv' }, {}, {}]);
  });

  it('counts no further than it must', async () => {
    const learner = await server.newUser();
    const kinds = Array.from({ length: homeCountLimit + 5 }, (_, at) => `kind ${at}`);
    for (let from = 0; from < kinds.length; from += 20) {
      await reportErrors(learner, kinds.slice(from, from + 20));
    }
    const { clientErrors } = await homeOf(root);
    expect(clientErrors).toEqual({ unresolved: homeCountLimit, ofHour: homeCountLimit });
  });
});

describe('GET /admin/home/week', () => {
  const weekOf = (client: TestClient, utcOffsetMinutes = 0) =>
    client.call(adminHome.week, { query: { utcOffsetMinutes } });

  it('counts plays and sign-ins of each day, for one district only its own', async () => {
    const here = await newAdmin(['security.read', 'users.read'], 'Wardha');
    const [mine, foreign] = [await playing('Wardha'), await playing('Akola')];
    const { days } = await weekOf(here);
    const third = new Date(Date.parse(days[2] ?? '') + 1000);
    const moved = { opened_at: third, started_at: third };
    for (const { learner, playbackSessionId } of [mine, foreign]) {
      await db()
        .updateTable('playback_sessions')
        .set(moved)
        .where('id', '=', playbackSessionId)
        .execute();
      await db()
        .updateTable('login_history')
        .set({ at: third })
        .where('user_id', '=', learner.userId)
        .where('kind', '=', 'signed-in')
        .execute();
    }
    const seen = await weekOf(here);
    expect(seen.plays).toEqual({
      counts: [0, 0, 1, 0, 0, 0, 0],
      videos: [{ id: mine.videoId, title: 'For Wardha', plays: 1 }],
    });
    // One's own of today is among them.
    expect(seen.signIns).toEqual({ counts: [0, 0, 1, 0, 0, 0, 1] });
    const whole = await weekOf(root);
    expect(whole.plays?.counts[2]).toBeGreaterThanOrEqual(2);
    expect(whole.signIns?.counts[2]).toBeGreaterThanOrEqual(2);
    // Opened ahead of a click that never came: no play.
    await db()
      .updateTable('playback_sessions')
      .set({ started_at: null })
      .where('id', '=', mine.playbackSessionId)
      .execute();
    expect((await weekOf(here)).plays).toEqual({ counts: [0, 0, 0, 0, 0, 0, 0], videos: [] });
  });

  it('shows each part with its own permission', async () => {
    const reader = await newAdmin(['users.read']);
    const guard = await newAdmin(['security.read']);
    const [readers, guards] = [await weekOf(reader), await weekOf(guard)];
    expect(readers.plays).toBeNull();
    expect(readers.signIns?.counts).toHaveLength(7);
    expect(guards.plays?.counts).toHaveLength(7);
    expect(guards.signIns).toBeNull();
  });

  it('accepts no UTC offset beyond those of all time zones', async () => {
    await expect(weekOf(root, 841)).rejects.toMatchObject({ status: 400 });
  });
});
