import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { copyVideo, newLearner, onAnotherDevice } from './offline.fixture.ts';

const { offline } = endpoints;
const dayMs = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { DEVICES_PER_LEARNER: '2' } });
});
afterAll(() => server.stop());

it('a copy is one of ten of a device, however many are made at once', async () => {
  const learner = await newLearner(server);
  const ids = await Promise.all(
    Array.from({ length: 11 }, async () => (await addReadyVideo(server)).videoId),
  );
  const made = await Promise.allSettled(ids.map((id) => copyVideo(learner, id)));
  const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject([{ status: 409, reason: 'offline_copies_full' }]);
  const { copies } = await learner.call(offline.list, {});
  expect(copies).toHaveLength(10);
  // One of these may be replaced, and another device has room of its own.
  await copyVideo(learner, copies[0]?.videoId ?? '');
  const left = ids.find((id) => !copies.some(({ videoId }) => videoId === id)) ?? '';
  await copyVideo(await onAnotherDevice(server, learner), left);
  await expect(copyVideo(learner, left)).rejects.toMatchObject({ status: 409 });
  await learner.call(offline.remove, { params: { id: copies[1]?.id ?? '' } });
  await copyVideo(learner, left);
});

it('a copy is of one of twenty videos of a day, also where each makes room for the next', async () => {
  const learner = await newLearner(server);
  const keep = async (client: TestClient, videoId: string) => {
    const { copy } = await copyVideo(client, videoId);
    await client.call(offline.remove, { params: { id: copy.id } });
  };
  const ids = [];
  for (let count = 0; count < 20; count += 1) {
    const { videoId } = await addReadyVideo(server);
    ids.push(videoId);
    await keep(learner, videoId);
  }
  const { videoId } = await addReadyVideo(server);
  const ofDay = { status: 409, reason: 'offline_copies_of_day' };
  expect(await catchRefusal(copyVideo(learner, videoId))).toMatchObject(ofDay);
  const elsewhere = await onAnotherDevice(server, learner);
  expect(await catchRefusal(copyVideo(elsewhere, videoId))).toMatchObject(ofDay);
  // One that was fetched already brings nothing new.
  await keep(learner, ids[3] ?? '');
  await server.instance.foundation.db
    .updateTable('offline_copies')
    .set({ created_at: new Date(Date.now() - dayMs) })
    .where('user_id', '=', learner.userId)
    .where('video_id', '=', ids[0] ?? '')
    .execute();
  await keep(learner, videoId);
});
