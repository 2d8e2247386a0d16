import { type CallInput, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaptures, playVideo, reportIncidents } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { groups, learners, users, videos } = endpoints;
type Query = NonNullable<CallInput<typeof learners.videos>['query']>;

let server: TestServer;
let root: TestClient;
let learner: Awaited<ReturnType<TestServer['newUser']>>;
/** By title. */
const ids = new Map<string, string>();

const districtOf = (value: string) => ({ for_everyone: false, districts: [value] });

beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
  learner = await server.newUser();
  const params = { id: learner.userId };
  const { updatedAt } = await root.call(users.get, { params });
  const place = { country: 'India', district: 'Pune', kendraType: 'urban' };
  await root.call(users.update, { params, body: { updatedAt, ...place } });
  await learner.confirmPassword(testPassword);
  for (const [title, change] of [
    ['Algebra', {}],
    ['Botany', districtOf('Goa')],
    ['Civics', districtOf('Pune')],
    ['Dynamics', { published: false }],
  ] as const) {
    const { videoId } = await addReadyVideo(server);
    ids.set(title, videoId);
    const { db } = server.instance.foundation;
    await db
      .updateTable('videos')
      .set({ title, ...change })
      .where('id', '=', videoId)
      .execute();
  }
});
afterAll(() => server.stop());

const list = (query: Query = {}, client = root) =>
  client.call(learners.videos, { params: { id: learner.userId }, query });
const titles = async (query: Query = {}, client = root) =>
  (await list(query, client)).items.map(({ title }) => title);

async function adminOf(permissions: ('users.read' | 'videos.write')[], district = 'Pune') {
  const admin = await server.newUser('ADMIN');
  const adminScope = { level: 'district' as const, values: [district] };
  await root.call(users.setPermissions, {
    params: { id: admin.userId },
    body: { permissions, adminScope },
  });
  return admin;
}

describe('the videos of a learner', () => {
  it('are all that the administrator sees, each with whether the learner does and why not', async () => {
    const { items, total } = await list();
    expect(total).toBe(4);
    expect(items.map(({ title, isVisible, reasons }) => [title, isVisible, reasons])).toEqual([
      ['Algebra', true, []],
      ['Botany', false, ['district']],
      ['Civics', true, []],
      ['Dynamics', false, ['draft']],
    ]);
    expect(items[1]?.audience).toEqual([
      { part: 'district', matches: false, own: 'Pune', wanted: ['Goa'] },
    ]);
    const own = (await learner.call(videos.list, {})).items.map(({ title }) => title);
    expect(await titles({ visible: 'true' })).toEqual(own.toSorted());
    expect(await titles({ visible: 'false' })).toEqual(['Botany', 'Dynamics']);
  });

  it('come in pages, and are searched', async () => {
    expect(await titles({ limit: 2, page: 2 })).toEqual(['Civics', 'Dynamics']);
    expect(await titles({ search: 'alge' })).toEqual(['Algebra']);
  });

  it('say what was watched, the latest first, and where access ended', async () => {
    for (const title of ['Civics', 'Algebra']) {
      const videoId = ids.get(title) ?? '';
      const { playbackSessionId } = await playVideo(learner, videoId);
      await learner.call(videos.analytics, {
        params: { id: videoId },
        body: {
          playbackSession: playbackSessionId,
          event: 'progress',
          position: 20,
          duration: 60,
          timestamp: new Date().toISOString(),
        },
      });
      if (title === 'Civics') continue;
      await reportIncidents(learner, ...createCaptures(playbackSessionId, 3));
    }
    const { items, total } = await list({ watched: 'true' });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { title: 'Algebra', resumeAtSeconds: 20, termination: { reviewRequestedAt: null } },
      { title: 'Civics', resumeAtSeconds: 20, termination: null, isVisible: true },
    ]);
    expect(await titles({ watched: 'true', limit: 1, page: 2 })).toEqual(['Civics']);
  });

  it('are those in scope, and tell no foreign places', async () => {
    const reader = await adminOf(['users.read']);
    expect(await titles({}, reader)).toEqual(['Algebra', 'Civics']);
    const both = { for_everyone: false, districts: ['Pune', 'Goa'], countries: ['Nepal'] };
    const { db } = server.instance.foundation;
    const change = db.updateTable('videos').set(both);
    await change.where('id', '=', ids.get('Botany') ?? '').execute();
    const editor = await adminOf(['users.read', 'videos.write']);
    const { items } = await list({ search: 'Botany' }, editor);
    expect(items[0]?.audience).toEqual([
      { part: 'country', matches: false, own: 'India', wanted: [] },
      { part: 'district', matches: true, own: 'Pune', wanted: [] },
    ]);
    const elsewhere = await adminOf(['users.read'], 'Nashik');
    await expect(list({}, elsewhere)).rejects.toMatchObject({ status: 404 });
    await expect(list({}, await adminOf(['videos.write']))).rejects.toMatchObject({ status: 403 });
    const admin = { params: { id: reader.userId } };
    await expect(root.call(learners.videos, admin)).rejects.toMatchObject({ status: 404 });
  });
});

it('the groups of a learner are listed by name', async () => {
  for (const name of ['Zenith', 'Amber']) {
    const { id } = await root.call(groups.create, { body: { name } });
    const body = { add: [learner.userId] };
    await root.call(groups.changeMembers, { params: { id }, body });
  }
  const admin = await adminOf(['users.read']);
  const found = await admin.call(learners.groups, { params: { id: learner.userId } });
  expect(found).toMatchObject({ total: 2, items: [{ name: 'Amber' }, { name: 'Zenith' }] });
});
