import { randomUUID } from 'node:crypto';
import { buildUrl, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { fetchSegment, startWatching } from '../../../testing/play-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { users, auth, videos } = endpoints;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Once all repeats are counted. */
async function eventsOf(name: string) {
  const { foundation, composition } = server.instance;
  await composition.spool.flush();
  return foundation.db
    .selectFrom('events')
    .select(['data', 'user_id', 'session_id', 'device_id', 'address'])
    .where('name', '=', name)
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
}

const listUrl = () => buildUrl(server.origin, users.list, { query: {} });

async function getUsers(client: TestClient, more: Record<string, string> = {}) {
  const headers = await client.headersFor('GET', listUrl());
  const answer = await fetch(listUrl(), { headers: { ...headers, ...more } });
  await answer.arrayBuffer();
  return { status: answer.status, headers };
}

it('calls beyond the rights of a learner are recorded, those repeated as a number', async () => {
  const learner = await server.newUser();
  const { userId, deviceId } = learner;
  for (let n = 0; n < 5; n += 1) await catchRefusal(learner.call(users.list, { query: {} }));
  const own = async () => (await eventsOf('call.refused')).filter((one) => one.user_id === userId);
  const times = async () =>
    (await own()).reduce((sum, { data }) => sum + Number(Object(data).times), 0);
  await expect.poll(times).toBe(5);
  const [first] = await own();
  expect(first).toMatchObject({ device_id: deviceId, address: '127.0.0.1' });
  expect(first?.session_id).not.toBeNull();
  expect(first?.data).toEqual({
    route: '/api/v1/admin/users',
    isAdminRoute: true,
    code: 'INSUFFICIENT_PERMISSIONS',
    reason: null,
    userId,
    userType: 'LEARNER',
    times: 1,
  });
});

it('ids of what doesn’t exist are recorded by user, each once', async () => {
  const learner = await server.newUser();
  const ids = Array.from({ length: 3 }, () => randomUUID());
  for (const id of [...ids, ids[0]!]) {
    const refusal = await catchRefusal(learner.call(videos.get, { params: { id } }));
    expect(refusal.status).toBe(404);
  }
  const own = async () =>
    (await eventsOf('object.not-found')).filter((one) => one.user_id === learner.userId);
  await expect.poll(async () => (await own()).length).toBe(4);
  const [first] = await own();
  expect(first).toMatchObject({ device_id: learner.deviceId, address: '127.0.0.1' });
  expect(first?.data).toEqual({
    route: '/api/v1/videos/:id',
    ids: ids[0],
    userId: learner.userId,
    userType: 'LEARNER',
    times: 1,
  });
  const asked = (await own()).map(({ data }) => Object(data).ids);
  expect(new Set(asked)).toEqual(new Set(ids));
});

it('a replayed proof and a forged token are recorded, an expired nonce is not', async () => {
  const learner = await server.newUser();
  const before = (await eventsOf('proof.refused')).length;
  const { headers } = await getUsers(learner);
  const again = await fetch(listUrl(), { headers });
  expect(again.status).toBe(401);
  const token = learner.accessToken ?? '';
  learner.accessToken = `${token.slice(0, -6)}AAAAAA`;
  expect((await getUsers(learner)).status).toBe(401);
  await expect
    .poll(async () => (await eventsOf('proof.refused')).slice(before).map(({ data }) => data))
    .toMatchObject([{ reason: 'proof_replayed' }, { reason: 'token_invalid' }]);
});

it('a role that a header claims changes nothing and is recorded', async () => {
  const learner = await server.newUser();
  expect((await getUsers(learner, { 'x-super-admin': 'true' })).status).toBe(403);
  const root = await server.superAdmin();
  expect((await getUsers(root, { 'x-super-admin': 'true' })).status).toBe(200);
  const claims = await eventsOf('role.claimed');
  expect(claims).toMatchObject([{ data: { header: 'x-super-admin' }, user_id: learner.userId }]);
});

it('segments are refused to ended sessions and forged URLs, with the reason recorded', async () => {
  const { learner, stream, playbackSessionId } = await startWatching(server);
  const cut = { manifest: { text: stream.manifest.text.replace(/\/media\/media\./, '/media/m.') } };
  expect(await fetchSegment(server.origin, learner, cut)).toBe(403);
  await learner.call(auth.logout, { body: {} });
  await expect.poll(() => fetchSegment(server.origin, learner, stream)).toBe(403);
  const refused = (await eventsOf('segment.refused')).map(({ data }) => data);
  expect(refused).toMatchObject([
    { reason: 'forged', playbackSessionId: null },
    { reason: 'ended', playbackSessionId },
  ]);
});

it('calls beyond a rate limit are recorded', async () => {
  const learner = await server.newUser();
  await reachLimit(learner);
  const [first] = await eventsOf('call.limited');
  expect(first).toMatchObject({ user_id: learner.userId, address: '127.0.0.1' });
});

/** Confirms with wrong passwords until that is refused for now. */
async function reachLimit(learner: TestClient): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    const { status } = await catchRefusal(learner.confirmPassword('not the password'));
    if (status === 429) return;
  }
  throw new Error('there is no limit');
}
