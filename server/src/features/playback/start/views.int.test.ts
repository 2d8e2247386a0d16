import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAhead } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { drm, videos } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function confirmedLearner() {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  return learner;
}

async function play(client: TestClient, id: string): Promise<void> {
  const { userToken } = await client.call(drm.generateToken, { body: { videoId: id } });
  await client.call(videos.stream, { params: { id }, body: { userToken } });
}

it('views are counted when a learner begins to play, also at once, and outlive it', async () => {
  const { db } = server.instance.foundation;
  const admin = await server.superAdmin();
  const { videoId: id } = await addReadyVideo(server);
  const views = async () => (await admin.call(videos.getManaged, { params: { id } })).views;
  expect(await views()).toBe(0);
  const learners = [await confirmedLearner(), await confirmedLearner(), await confirmedLearner()];
  await Promise.all(learners.map((learner) => play(learner, id)));
  await play(learners[0]!, id);
  expect(await views(), 'opened again at once').toBe(3);
  const earlier = new Date(Date.now() - 31_000);
  await db.updateTable('playback_sessions').set({ started_at: earlier }).execute();
  await play(learners[0]!, id);
  const untrue = { params: { id }, body: { userToken: 'no token' } };
  await expect(learners[0]!.call(videos.stream, untrue)).rejects.toMatchObject({ status: 403 });
  expect(await views()).toBe(4);
  await admin.confirmPassword(testPassword);
  await play(admin, id);
  expect(await views(), 'an administrator looks at it').toBe(4);
  await openAhead(learners[1]!, id);
  expect(await views(), 'opened ahead of a click that never came').toBe(4);
  await db.deleteFrom('playback_sessions').where('video_id', '=', id).execute();
  expect(await views()).toBe(4);
  const { items } = await admin.call(videos.listManaged, { query: { limit: 100 } });
  expect(items.find((video) => video.id === id)?.views).toBe(4);
});
