import { endpoints, type Permission } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatching } from '../../../testing/play-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { listExports, security, users } = endpoints;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

const lookUp = (code: string, client = root) =>
  client.call(security.lookUpWatermark, { body: { code } });

/** A playback whose code is what the test needs. */
async function playedWith(code: string) {
  const { learner, videoId, playbackSessionId } = await startWatching(server);
  await server.instance.foundation.db
    .updateTable('playback_sessions')
    .set({ code })
    .where('id', '=', playbackSessionId)
    .execute();
  return { learner, videoId, playbackSessionId };
}

it('leads from a code to learner, session and time, however it is written', async () => {
  const { learner, videoId, playbackSessionId } = await playedWith('D7KM-X2PA');
  for (const read of ['D7KM-X2PA', ' d7km x2pa ', 'D7KMX2PA']) {
    const { items } = await lookUp(read);
    expect(items).toMatchObject([
      {
        id: playbackSessionId,
        code: 'D7KM-X2PA',
        exact: true,
        device: 'node',
        user: { id: learner.userId, contactNumber: learner.contactNumber },
        video: { id: videoId, title: 'Refraction of light' },
      },
    ]);
    expect(Date.parse(items[0]?.openedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  }
});

it('is recorded about a learner only for a complete code, not for a guess', async () => {
  const [read, guessed] = [await playedWith('RRRR-SSSS'), await playedWith('Q8SM-KKKK')];
  await lookUp('rrrrssss');
  await lookUp('O8SM-KKKK');
  const { db } = server.instance.foundation;
  const traced = await db
    .selectFrom('events')
    .select(['user_id', 'data'])
    .where('name', '=', 'watermark.traced')
    .where('user_id', 'in', [read.learner.userId, guessed.learner.userId])
    .execute();
  expect(traced).toMatchObject([
    { user_id: read.learner.userId, data: { playbackSessionId: read.playbackSessionId } },
  ]);
});

it('tolerates characters that look alike, and says that it guessed', async () => {
  await playedWith('Q8SM-JJJJ');
  for (const read of ['O8SM-JJJJ', '08SM-JJJJ', 'Q8SM-1JIJ', 'QBSM-JJJJ', 'Q?SM-JJJJ']) {
    expect((await lookUp(read)).items).toMatchObject([{ code: 'Q8SM-JJJJ', exact: false }]);
  }
  expect((await lookUp('ZZZZ-2222')).items).toEqual([]);
});

it('leaves every lookup in the audit log, found or not', async () => {
  const { learner } = await playedWith('WWWW-WWWW');
  await lookUp('WWWW-WWWW');
  await lookUp('HHHH-HHHH');
  const { items } = await root.call(users.auditLog, { query: { action: 'watermark.look-up' } });
  expect(items.slice(0, 2)).toMatchObject([
    { subjectId: null, after: { code: 'HHHH-HHHH', found: 0 } },
    { subjectId: learner.userId, after: { code: 'WWWW-WWWW', found: 1 } },
  ]);
});

it('is for administrators with the right, within their scope', async () => {
  const { learner } = await playedWith('GGGG-GGGG');
  const adminWith = async (body: object) => {
    const admin = await server.newUser('ADMIN');
    const permissions = ['security.read' as const];
    await root.call(users.setPermissions, {
      params: { id: admin.userId },
      body: { permissions, ...body },
    });
    return admin;
  };
  const elsewhere = await adminWith({ adminScope: { level: 'district', values: ['Pune'] } });
  expect((await lookUp('GGGG-GGGG', elsewhere)).items).toEqual([]);
  const without = await adminWith({ permissions: ['users.read'] });
  await expect(lookUp('GGGG-GGGG', without)).rejects.toMatchObject({ status: 403 });
  await expect(lookUp('GGGG-GGGG', learner)).rejects.toMatchObject({ status: 403 });
});

it('shows whole phone numbers only to who may read users, as all lists of playbacks do', async () => {
  const { learner } = await playedWith('NNNN-NNNN');
  const numbersFor = async (permissions: Permission[]) => {
    const admin = await server.newUser('ADMIN');
    const body = { permissions, adminScope: { level: 'global' as const } };
    await root.call(users.setPermissions, { params: { id: admin.userId }, body });
    const query = { user: learner.userId };
    const file = await admin.call(listExports.playbacks, { query: { ...query, format: 'json' } });
    const exported: unknown[] = JSON.parse(new TextDecoder().decode(file));
    const [listed] = (await admin.call(security.playbacks, { query })).items;
    const [found] = (await lookUp('NNNN-NNNN', admin)).items;
    return [
      listed?.user.contactNumber,
      found?.user.contactNumber,
      Object(exported[0]).contactNumber,
    ];
  };
  const whole = learner.contactNumber;
  expect(await numbersFor(['security.read', 'users.read'])).toEqual([whole, whole, whole]);
  const masked = `•••• ••${whole.slice(-4)}`;
  expect(await numbersFor(['security.read'])).toEqual([masked, masked, masked]);
});

it.each(['', 'ABC', 'x'.repeat(21), 'ABCD\0EFG'])('refuses %j', async (code) => {
  await expect(lookUp(code)).rejects.toMatchObject({ status: 400 });
});
