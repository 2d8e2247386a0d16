import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaptures, reportIncidents, startWatching } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { security, users, videos } = endpoints;

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.superAdmin();
});
afterAll(() => server.stop());

async function watching() {
  const { playbackSessionId: playback, ...rest } = await startWatching(server);
  return { ...rest, playback };
}

const terminationsOf = async (userId: string, query: object = {}) =>
  (await root.call(security.terminations, { query: { user: userId, ...query } })).items;

async function lift(userId: string) {
  const [{ id } = { id: '' }] = await terminationsOf(userId);
  const body = { reason: 'A mistake of the browser' };
  return root.call(security.liftTermination, { params: { id }, body });
}

describe('a learner whose access ended', () => {
  async function ended() {
    const found = await watching();
    const { learner, videoId, playback } = found;
    await learner.call(videos.analytics, {
      params: { id: videoId },
      body: {
        playbackSession: playback,
        event: 'progress',
        position: 30,
        duration: 60,
        timestamp: new Date().toISOString(),
      },
    });
    await reportIncidents(learner, ...createCaptures(playback, 3));
    return found;
  }
  const ask = (client: TestClient, id: string, note = '') =>
    client.call(videos.requestReview, { params: { id }, body: { note } });
  const listed = async (client: TestClient, videoId: string, query: object = {}) => {
    const { items } = await client.call(videos.list, { query: { limit: 100, ...query } });
    return items.find(({ id }) => id === videoId);
  };

  it('finds it marked in the library, and no longer among what to go on with', async () => {
    const { learner, videoId, playback } = await watching();
    const watched = { position: 30, duration: 60, timestamp: new Date().toISOString() };
    const body = { playbackSession: playback, event: 'progress' as const, ...watched };
    await learner.call(videos.analytics, { params: { id: videoId }, body });
    expect((await listed(learner, videoId, { started: 'true' }))?.termination).toBeNull();
    await reportIncidents(learner, ...createCaptures(playback, 3));
    expect(await listed(learner, videoId, { started: 'true' })).toBeUndefined();
    const { at } = (await listed(learner, videoId))?.termination ?? {};
    expect(at).toEqual(expect.any(String));
    const classmate = await server.newUser();
    expect((await listed(classmate, videoId))?.termination).toBeNull();
    const [one] = await terminationsOf(learner.userId);
    expect(one?.terminatedAt).toBe(at);
    await lift(learner.userId);
    expect((await listed(learner, videoId, { started: 'true' }))?.termination).toBeNull();
  });

  it('is not offered it as the next one', async () => {
    const { learner, videoId, playback } = await watching();
    const before = await addReadyVideo(server);
    const next = async () =>
      (await learner.call(videos.next, { params: { id: before.videoId } })).video?.id;
    const db = server.instance.foundation.db;
    await db.updateTable('videos').set({ published: false }).where('id', '!=', videoId).execute();
    const shown = [videoId, before.videoId];
    await db.updateTable('videos').set({ published: true }).where('id', 'in', shown).execute();
    expect(await next()).toBe(videoId);
    await reportIncidents(learner, ...createCaptures(playback, 3));
    expect(await next()).toBeUndefined();
  });

  it('asks for a review once, which administrators read beside it', async () => {
    const countsOf = async () => (await root.call(endpoints.adminHome.get, {})).security;
    const before = (await countsOf())?.reviewsRequested ?? Number.NaN;
    const { learner, videoId } = await ended();
    expect(await countsOf()).toMatchObject({ reviewsRequested: before });
    const [first, ...others] = await Promise.all([
      ask(learner, videoId, 'My little brother pressed the key'),
      ask(learner, videoId, 'My little brother pressed the key'),
      ask(learner, videoId, 'My little brother pressed the key'),
    ]);
    for (const other of others) expect(other).toEqual(first);
    expect(await ask(learner, videoId, 'Something else')).toEqual(first);
    const [asked] = await terminationsOf(learner.userId, { state: 'review' });
    expect(asked).toMatchObject({
      reviewRequestedAt: first.requestedAt,
      reviewNote: 'My little brother pressed the key',
    });
    expect(await countsOf()).toMatchObject({ reviewsRequested: before + 1 });
    expect((await listed(learner, videoId))?.termination?.reviewRequestedAt).toBe(
      first.requestedAt,
    );
    const facts = await server.instance.foundation.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'playback.review-requested')
      .execute();
    const mine = facts.filter((fact) => JSON.stringify(fact.data).includes(learner.userId));
    expect(mine).toEqual([{ data: { userId: learner.userId, videoId } }]);
    await lift(learner.userId);
    expect(await terminationsOf(learner.userId, { state: 'review' })).toEqual([]);
    await expect(ask(learner, videoId)).rejects.toMatchObject({ status: 404 });
  });

  it('asks for no more than a person would, and for nothing of others', async () => {
    const { learner, videoId } = await ended();
    const classmate = await server.newUser();
    await expect(ask(classmate, videoId)).rejects.toMatchObject({ status: 404 });
    await expect(ask(learner, videoId, 'x'.repeat(501))).rejects.toMatchObject({ status: 400 });
    const many = await Promise.allSettled(Array.from({ length: 7 }, () => ask(learner, videoId)));
    const refused = many.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toMatchObject({ status: 429 });
  });

  it('takes the own words along when the account is deleted', async () => {
    const { learner, videoId } = await ended();
    await ask(learner, videoId, 'Please look again');
    await root.call(users.remove, { params: { id: learner.userId }, query: { erase: 'true' } });
    const rows = await server.instance.foundation.db
      .selectFrom('video_terminations')
      .select(['review_note', 'review_requested_at'])
      .where('user_id', '=', learner.userId)
      .execute();
    expect(rows).toEqual([{ review_note: null, review_requested_at: expect.any(Date) }]);
  });
});
