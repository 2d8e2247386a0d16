import { endpoints, type IncidentReport } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCapture, reportIncidents, startWatching } from '../../../testing/play-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { security, users } = endpoints;
const minuteMs = 60_000;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const find = (query: object, client = root) => client.call(security.incidentGroups, { query });

/** Reports incidents, and dates them back, each by so many minutes. */
async function reportAgo(
  learner: TestClient,
  reports: readonly (readonly [minutesAgo: number, report: IncidentReport])[],
): Promise<void> {
  await reportIncidents(learner, ...reports.map(([, report]) => report));
  const { db } = server.instance.foundation;
  for (const [minutesAgo, { id }] of reports) {
    await db
      .updateTable('security_incidents')
      .set({ received_at: new Date(Date.now() - minutesAgo * minuteMs) })
      .where('client_id', '=', id)
      .execute();
  }
}

describe('GET /security/incident-groups', () => {
  it('groups incidents of one moment, and shows that access ended', async () => {
    const { learner, videoId, playbackSessionId } = await startWatching(server);
    const at = Date.now();
    const captures = [0, 1, 2].map((n) =>
      createCapture(playbackSessionId, { occurredAt: new Date(at + n * 10_000).toISOString() }),
    );
    await reportIncidents(learner, ...captures.slice(0, 2));
    const blurred = createCapture(playbackSessionId, { type: 'window_blurred', confidence: 'low' });
    await reportIncidents(learner, blurred, ...captures.slice(2));
    const { items, total, isCut, bySeverity } = await find({ user: learner.userId });
    expect({ total, isCut, bySeverity }).toEqual({
      total: 1,
      isCut: false,
      bySeverity: { low: 1, medium: 0, high: 3, critical: 0 },
    });
    const [group] = items;
    expect(group).toMatchObject({
      user: { id: learner.userId, name: 'Asha Kumari' },
      video: { id: videoId, title: 'Refraction of light' },
      count: 4,
      violations: 3,
      severity: 'high',
      types: [
        { type: 'screen_capture_api', count: 3, severity: 'high' },
        { type: 'window_blurred', count: 1, severity: 'low' },
      ],
      termination: { liftedAt: null },
    });
    const [termination] = (
      await root.call(security.terminations, { query: { user: learner.userId } })
    ).items;
    expect(group?.termination?.id).toBe(termination?.id);
    const within = {
      user: learner.userId,
      video: videoId,
      from: group?.firstAt,
      to: group?.lastAt,
    };
    const single = await root.call(security.incidents, { query: within });
    expect(single.total).toBe(4);
    expect(single.items[0]?.id).toBe(group?.id);
    const params = { id: termination?.id ?? '' };
    await root.call(security.liftTermination, { params, body: { reason: 'A mistake' } });
    const [lifted] = (await find({ user: learner.userId })).items;
    expect(lifted?.termination?.liftedAt).toEqual(expect.any(String));
  });

  it('begins a new group after ten quiet minutes, and for another video; newest first, in pages', async () => {
    const { learner, videoId, playbackSessionId } = await startWatching(server);
    const weak = (said: Partial<IncidentReport> = {}) =>
      createCapture(playbackSessionId, { type: 'drag', confidence: 'medium', ...said });
    await reportAgo(learner, [
      [60, weak()],
      [50.5, weak()],
      [41, weak()],
      [30, weak()],
      [35, weak({ playbackSessionId: null })],
    ]);
    const mine = { user: learner.userId };
    const { items, total } = await find(mine);
    expect(total).toBe(3);
    expect(items.map(({ count, video }) => [count, video?.id ?? null])).toEqual([
      [1, videoId],
      [1, null],
      [3, videoId],
    ]);
    const [, none] = items;
    const unnamed = { ...mine, video: 'none', from: none?.firstAt, to: none?.lastAt };
    expect((await root.call(security.incidents, { query: unnamed })).total).toBe(1);
    const second = await find({ ...mine, limit: 1, offset: 1 });
    expect(second).toMatchObject({ total: 3, items: [{ id: none?.id }] });
    expect(await find({ ...mine, limit: 1, offset: 9 })).toMatchObject({ total: 3, items: [] });
    const { db } = server.instance.foundation;
    const from = new Date(Date.now() - 45 * minuteMs).toISOString();
    expect((await find({ ...mine, from })).items.map(({ count }) => count)).toEqual([1, 1, 1]);
    expect(await find({ ...mine, video: videoId })).toMatchObject({ total: 2 });
    const counted = await sql<{ n: number }>`SELECT count(*)::int AS n FROM security_incidents
      WHERE user_id = ${learner.userId}`.execute(db);
    expect(counted.rows[0]?.n).toBe(5);
  });

  it('filters incidents before it groups them, and counts severities apart from that filter', async () => {
    const { learner, playbackSessionId } = await startWatching(server);
    const of = (said: Partial<IncidentReport>) => createCapture(playbackSessionId, said);
    await reportIncidents(
      learner,
      of({ type: 'window_blurred', confidence: 'low' }),
      of({ type: 'copy', confidence: 'low' }),
      of({}),
    );
    const mine = { user: learner.userId };
    expect((await find({ ...mine, severity: ['low', 'medium'] })).items).toMatchObject([
      { count: 2, violations: 0, severity: 'low' },
    ]);
    expect((await find({ ...mine, type: 'copy' })).bySeverity).toMatchObject({ low: 1, high: 0 });
    const high = await find({ ...mine, severity: 'high' });
    expect(high.bySeverity).toMatchObject({ low: 2, high: 1 });
    expect((await find({ ...mine, search: learner.contactNumber.slice(-6) })).total).toBe(1);
    expect((await find({ ...mine, search: 'nobody of that name' })).total).toBe(0);
    await expect(find({ video: 'all' })).rejects.toMatchObject({ status: 400 });
  });

  it('shows an administrator only users that this administrator may see', async () => {
    const { learner, playbackSessionId } = await startWatching(server);
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
    const mine = { user: learner.userId };
    expect((await find(mine, everywhere)).total).toBe(1);
    const hidden = await find(mine, elsewhere);
    expect(hidden).toMatchObject({ items: [], total: 0, bySeverity: { high: 0 } });
    await expect(find({}, learner)).rejects.toMatchObject({ status: 403 });
  });
});
