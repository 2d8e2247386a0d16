import { randomUUID } from 'node:crypto';
import { type ApiError, endpoints, type IncidentReport, type Permission } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCapture, reportIncidents, startWatching } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { listExports, security, users, videos } = endpoints;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const watching = () => startWatching(server);

const find = (query: object, client = root) => client.call(security.incidents, { query });

describe('POST /security/incidents', () => {
  it('keeps every field, and adds user, session, address and time itself', async () => {
    const { learner, videoId, playbackSessionId } = await watching();
    const incident = createCapture(playbackSessionId, { warningCount: 1 });
    const before = Date.now();
    expect(await reportIncidents(learner, incident)).toEqual({
      accepted: [incident.id],
      refused: [],
      violations: [{ videoId, count: 1, terminated: false }],
    });
    const { items, total } = await find({ user: learner.userId });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      type: 'screen_capture_api',
      confidence: 'high',
      severity: 'high',
      violation: true,
      message: incident.message,
      warningCount: 1,
      url: '/watch/1',
      metadata: incident.metadata,
      timestamp: incident.occurredAt,
      user: { id: learner.userId, name: 'Asha Kumari' },
      deviceId: learner.deviceId,
      address: '127.0.0.1',
      playbackSessionId,
      video: { id: videoId, title: 'Refraction of light' },
    });
    const { receivedAt = '', userAgent, sessionId } = items[0] ?? {};
    expect(Date.parse(receivedAt)).toBeGreaterThanOrEqual(before);
    expect(userAgent).toMatch(/^node/);
    const sessions = await root.call(users.sessions, { params: { id: learner.userId } });
    expect(sessions.items.map(({ id }) => id)).toContain(sessionId);
  });

  it('keeps one incident however often it is sent, also all at once', async () => {
    const { learner, playbackSessionId } = await watching();
    const incident = createCapture(playbackSessionId);
    await Promise.all(Array.from({ length: 5 }, () => reportIncidents(learner, incident)));
    const twice = { ...incident, message: 'other' };
    const answer = await reportIncidents(learner, incident, twice);
    expect(answer.accepted).toEqual([incident.id]);
    expect(answer.violations[0]?.count).toBe(1);
    const { items } = await find({ user: learner.userId });
    expect(items.map(({ message }) => message)).toEqual([incident.message]);
  });

  it('stores the same id of two learners as two incidents', async () => {
    const [one, two] = [await watching(), await watching()];
    const id = randomUUID();
    await reportIncidents(one.learner, createCapture(one.playbackSessionId, { id }));
    await reportIncidents(two.learner, createCapture(two.playbackSessionId, { id }));
    expect((await find({ user: one.learner.userId })).total).toBe(1);
    expect((await find({ user: two.learner.userId })).total).toBe(1);
  });

  it("refuses incidents of another user's playback, keeps the rest, and counts them for no user", async () => {
    const [one, two] = [await watching(), await watching()];
    const foreign = createCapture(two.playbackSessionId);
    const own = createCapture(one.playbackSessionId);
    const answer = await reportIncidents(one.learner, foreign, own);
    expect(answer).toMatchObject({ accepted: [own.id], refused: [foreign.id] });
    expect(answer.violations).toEqual([{ videoId: one.videoId, count: 1, terminated: false }]);
    expect((await find({ video: two.videoId })).total).toBe(0);
    const none = await reportIncidents(one.learner, createCapture(randomUUID()));
    expect(none.accepted).toEqual([]);
  });

  it('accepts the report of a phone that was refused before a playback began', async () => {
    const learner = await server.newUser();
    const { videoId } = await addReadyVideo(server);
    const refused = createCapture(null, { type: 'mobile_device', videoId });
    expect((await reportIncidents(learner, refused)).violations).toEqual([]);
    const { items } = await find({ user: learner.userId });
    expect(items).toMatchObject([{ severity: 'medium', violation: false, video: { id: videoId } }]);
  });

  it('names no video that its reporter may not play, also not one that a phone asked for', async () => {
    const { videoId } = await addReadyVideo(server);
    const { db } = server.instance.foundation;
    const audience = { for_everyone: false, districts: ['Nashik'] };
    await db.updateTable('videos').set(audience).where('id', '=', videoId).execute();
    const admin = await server.newUser('ADMIN');
    const adminScope = { level: 'district' as const, values: ['Pune'] };
    const body = { permissions: ['security.read' as const], adminScope };
    await root.call(users.setPermissions, { params: { id: admin.userId }, body });
    await reportIncidents(admin, createCapture(null, { type: 'window_blurred', videoId }));
    admin.userAgent = 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36';
    const opened = admin.call(videos.stream, { params: { id: videoId }, body: { userToken: 'x' } });
    await expect(opened).rejects.toMatchObject({ status: 403 });
    const { items } = await find({}, admin);
    expect(items.map(({ type, video }) => [type, video])).toEqual([
      ['mobile_device', null],
      ['window_blurred', null],
    ]);
  });

  it('keeps no secret, even when a browser sends one', async () => {
    const { learner, playbackSessionId } = await watching();
    const token = (learner.accessToken ?? '').slice(-120);
    await reportIncidents(
      learner,
      createCapture(playbackSessionId, {
        message: `called with token=${token}`,
        url: '/watch/1?token=abcdef',
        metadata: { stack: '+919876543210' },
      }),
    );
    const kept = JSON.stringify(await find({ user: learner.userId }));
    expect(kept).not.toContain(token.slice(-20));
    expect(kept).not.toContain('abcdef');
    expect(kept).not.toContain('9876543210');
  });

  const manyFields = Object.fromEntries([...Array(17).keys()].map((key) => [key, '']));
  it.each<[string, object[]]>([
    ['no incident', []],
    ['more than ten', Array.from({ length: 11 }, () => createCapture(null))],
    ['a type that is none', [{ ...createCapture(null), type: 'alien' }]],
    ['a confidence that is none', [{ ...createCapture(null), confidence: 'total' }]],
    ['no id', [{ ...createCapture(null), id: 'mine' }]],
    ['a message beyond its length', [createCapture(null, { message: 'x'.repeat(301) })]],
    ['a NUL', [createCapture(null, { message: 'a\0b' })]],
    ['metadata without end', [createCapture(null, { metadata: manyFields })]],
    ['a value beyond its length', [createCapture(null, { metadata: { a: 'x'.repeat(201) } })]],
    ['no number of warnings', [createCapture(null, { warningCount: -1 })]],
    ['no time', [createCapture(null, { occurredAt: 'yesterday' })]],
  ])('refuses %s', async (_, incidents) => {
    const learner = await server.newUser();
    const sent = reportIncidents(learner, ...(incidents as IncidentReport[]));
    await expect(sent).rejects.toMatchObject({ status: 400, type: 'ValidationError' });
  });

  it('answers 429 when one learner sends too many', async () => {
    const learner = await server.newUser();
    const refusals: ApiError[] = [];
    for (let call = 0; call < 61; call += 1) {
      const one = createCapture(null, { type: 'window_blurred' });
      await reportIncidents(learner, one).catch((error: ApiError) => void refusals.push(error));
    }
    expect(refusals).toMatchObject([{ status: 429, code: 'RATE_LIMIT_EXCEEDED' }]);
  });

  it('stores as many of a thousand incidents as a minute allows, and few rows about the rest', async () => {
    const learner = await server.newUser();
    const calls = Array.from({ length: 100 }, () =>
      reportIncidents(
        learner,
        ...Array.from({ length: 10 }, () => createCapture(null, { type: 'window_blurred' })),
      ),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    const { db } = server.instance.foundation;
    const ofLearner = async (name: string) =>
      db
        .selectFrom('events')
        .select(['data'])
        .where('name', '=', name)
        .where('user_id', '=', learner.userId)
        .execute();
    expect(await ofLearner('incident.reported')).toHaveLength(600);
    await expect
      .poll(async () => {
        const rows = await ofLearner('call.limited');
        return rows.reduce((sum, { data }) => sum + Number(Reflect.get(Object(data), 'times')), 0);
      })
      .toBe(40);
    expect((await ofLearner('call.limited')).length).toBeLessThan(10);
  });

  it('accepts no body of a megabyte, and no user id in the body', async () => {
    const learner = await server.newUser();
    const huge = createCapture(null, { metadata: { a: 'x'.repeat(1024 * 1024) } });
    const refused = reportIncidents(learner, huge);
    await expect(refused).rejects.toMatchObject({ status: expect.toBeOneOf([400, 413]) });
    const other = await server.newUser();
    const forged = { ...createCapture(null), userId: other.userId, user: other.userId };
    await reportIncidents(learner, forged);
    expect((await find({ user: other.userId })).total).toBe(0);
    expect((await find({ user: learner.userId })).total).toBe(1);
  });
});

describe('GET /security/incidents', () => {
  it('finds by user, type, severity, video and time, in pages', async () => {
    const { learner, videoId, playbackSessionId } = await watching();
    const of = (said: Partial<IncidentReport>) => createCapture(playbackSessionId, said);
    await reportIncidents(
      learner,
      of({ type: 'window_blurred', confidence: 'low' }),
      of({ confidence: 'medium' }),
      of({}),
    );
    const mine = { user: learner.userId };
    const count = async (query: object) => (await find({ ...mine, ...query })).total;
    expect(await count({})).toBe(3);
    expect(await count({ type: 'window_blurred' })).toBe(1);
    expect(await count({ severity: 'high' })).toBe(1);
    expect(await count({ severity: 'medium' })).toBe(1);
    expect(await count({ severity: ['high', 'medium'] })).toBe(2);
    expect(await count({ type: ['window_blurred', 'drag'], severity: ['high', 'medium'] })).toBe(0);
    expect(await count({ type: ['window_blurred', 'screen_capture_api'] })).toBe(3);
    await expect(count({ type: ['drag', 'alien'] })).rejects.toMatchObject({ status: 400 });
    await expect(count({ from: '2026-02-30' })).rejects.toMatchObject({ status: 400 });
    expect(await count({ video: videoId })).toBe(3);
    expect(await count({ video: randomUUID() })).toBe(0);
    expect(await count({ from: new Date(Date.now() + 60_000).toISOString() })).toBe(0);
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => find({ ...mine, limit: '1', offset: `${offset}` })),
    );
    const seen = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(seen).size).toBe(3);
    expect(pages[3]).toMatchObject({ items: [], total: 3, limit: 1, offset: 3 });
  });

  it('finds by the learner’s name or number, and sorts by severity and name', async () => {
    const { learner, playbackSessionId } = await watching();
    const params = { id: learner.userId };
    const { updatedAt } = await root.call(users.get, { params });
    await root.call(users.update, { params, body: { updatedAt, name: 'Zubeida Rao' } });
    const weak = { type: 'window_blurred', confidence: 'low' } as const;
    await reportIncidents(learner, createCapture(playbackSessionId));
    await reportIncidents(learner, createCapture(playbackSessionId, weak));
    const severities = async (query: object) =>
      (await find(query)).items.map(({ severity }) => severity);
    const up = { sortBy: 'severity', sortOrder: 'asc' };
    expect(await severities({ search: 'zubeida', ...up })).toEqual(['low', 'high']);
    const down = { ...up, sortOrder: 'desc' };
    expect(await severities({ search: learner.contactNumber, ...down })).toEqual(['high', 'low']);
    const { items } = await find({ sortBy: 'user', sortOrder: 'desc', limit: 1 });
    expect(items[0]?.user.name).toBe('Zubeida Rao');
    expect((await find({ search: 'nobody of that name' })).total).toBe(0);
  });

  it('finds by the phone number of the learner only with the permission to read users', async () => {
    const { learner, playbackSessionId } = await watching();
    await reportIncidents(learner, createCapture(playbackSessionId));
    const admin = await server.newUser('ADMIN');
    const permit = async (...permissions: Permission[]) => {
      const body = { permissions, adminScope: { level: 'global' as const } };
      await root.call(users.setPermissions, { params: { id: admin.userId }, body });
    };
    const found = async (client: TestClient) => {
      const query = { search: learner.contactNumber.slice(-6), user: learner.userId };
      const { total } = await find(query, client);
      const groups = await client.call(security.incidentGroups, { query });
      const file = await client.call(listExports.incidents, {
        query: { ...query, format: 'json' },
      });
      const rows: unknown[] = JSON.parse(new TextDecoder().decode(file));
      expect([groups.total, rows.length]).toEqual([total, total]);
      return total;
    };
    await permit('security.read');
    expect(await found(root)).toBe(1);
    expect(await found(admin)).toBe(0);
    await permit('security.read', 'users.read');
    expect(await found(admin)).toBe(1);
  });

  it('shows an administrator only users that this administrator may see', async () => {
    const { learner, playbackSessionId } = await watching();
    await reportIncidents(learner, createCapture(playbackSessionId));
    const adminWith = async (body: object) => {
      const admin = await server.newUser('ADMIN');
      const params = { id: admin.userId };
      const permissions = ['security.read' as const];
      await root.call(users.setPermissions, { params, body: { permissions, ...body } });
      return admin;
    };
    const everywhere = await adminWith({ adminScope: { level: 'global' } });
    const elsewhere = await adminWith({ adminScope: { level: 'district', values: ['Pune'] } });
    const without = await adminWith({ permissions: ['users.read'] });
    expect((await find({ user: learner.userId }, everywhere)).total).toBe(1);
    expect((await find({ user: learner.userId }, elsewhere)).total).toBe(0);
    await expect(find({}, without)).rejects.toMatchObject({ status: 403 });
    await expect(find({}, learner)).rejects.toMatchObject({ status: 403 });
  });
});
