import { type BodyOf, endpoints, noteLimits } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { notes, users, videos } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function aVideo() {
  const learner = await server.newUser();
  const { videoId: id } = await addReadyVideo(server);
  const add = (body: BodyOf<typeof notes.add>) => learner.call(notes.add, { params: { id }, body });
  return { learner, id, add };
}

const textsOf = async (client: TestClient, id: string) =>
  (await client.call(notes.list, { params: { id } })).items.map(({ text }) => text);

describe('notes', () => {
  it('are kept at their moments, changed and deleted', async () => {
    const { learner, id, add } = await aVideo();
    await add({ positionSeconds: 40.5, text: ' Later ' });
    const first = await add({ positionSeconds: 3, text: 'पहले\nand first' });
    const behind = await add({ positionSeconds: 9000, text: 'At the end' });
    expect(behind.positionSeconds).toBe(60);
    expect(await textsOf(learner, id)).toEqual(['पहले\nand first', 'Later', 'At the end']);
    const one = { id, noteId: first.id };
    const changed = await learner.call(notes.update, { params: one, body: { text: 'Changed' } });
    expect(changed).toMatchObject({ positionSeconds: 3, text: 'Changed' });
    await learner.call(notes.remove, { params: one });
    expect(await textsOf(learner, id)).toEqual(['Later', 'At the end']);
    const again = learner.call(notes.remove, { params: one });
    await expect(again).rejects.toMatchObject({ status: 404 });
  });

  it('are listed page by page', async () => {
    const { learner, id, add } = await aVideo();
    for (const at of [1, 2, 3]) await add({ positionSeconds: at, text: `${at}` });
    const query = { page: 2, limit: 2 };
    const page = await learner.call(notes.list, { params: { id }, query });
    expect(page).toMatchObject({ total: 3, items: [{ text: '3' }] });
  });

  it('belong to their learner alone, not even to an administrator', async () => {
    const { learner, id, add } = await aVideo();
    const { id: noteId } = await add({ positionSeconds: 1, text: 'Mine' });
    for (const other of [await server.newUser(), await server.superAdmin()]) {
      expect(await textsOf(other, id)).toEqual([]);
      const params = { id, noteId };
      const changed = other.call(notes.update, { params, body: { text: 'Theirs' } });
      await expect(changed).rejects.toMatchObject({ status: 404 });
      const removed = other.call(notes.remove, { params });
      await expect(removed).rejects.toMatchObject({ status: 404 });
    }
    const { videoId: elsewhere } = await addReadyVideo(server);
    const params = { id: elsewhere, noteId };
    const moved = learner.call(notes.update, { params, body: { text: 'Elsewhere' } });
    await expect(moved).rejects.toMatchObject({ status: 404 });
    expect(await textsOf(learner, id)).toEqual(['Mine']);
  });

  it.each<[string, BodyOf<typeof notes.add>]>([
    ['no words', { positionSeconds: 1, text: ' \n ' }],
    ['too many words', { positionSeconds: 1, text: 'x'.repeat(noteLimits.textCharacters + 1) }],
    ['a NUL', { positionSeconds: 1, text: 'a\0b' }],
    ['a place before the start', { positionSeconds: -1, text: 'x' }],
    ['a place beyond any video', { positionSeconds: 1e9, text: 'x' }],
  ])('are refused with %s', async (_, body) => {
    const { add } = await aVideo();
    await expect(add(body)).rejects.toMatchObject({ status: 400 });
  });

  it('are limited in number and in a minute', async () => {
    const { learner, id, add } = await aVideo();
    const { db } = server.instance.foundation;
    const now = new Date();
    await db
      .insertInto('lesson_notes')
      .values(
        Array.from({ length: noteLimits.notesPerVideo }, (_, at) => ({
          id: crypto.randomUUID(),
          user_id: learner.userId,
          video_id: id,
          position_seconds: at,
          text: 'x',
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    const one = () => add({ positionSeconds: 1, text: 'One more' });
    await expect(one()).rejects.toMatchObject({ status: 400, reason: 'too_many_notes' });
    const rest = await Promise.allSettled(Array.from({ length: 60 }, one));
    // Asked all at once, and refused in any order.
    expect(rest).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ status: 429 }) }),
    );
  });

  it('belong to videos that the learner may watch, and go when the account is erased', async () => {
    const { learner, id, add } = await aVideo();
    await add({ positionSeconds: 1, text: 'Mine' });
    const root = await server.superAdmin();
    await root.call(videos.update, { params: { id }, body: { published: false } });
    const listed = learner.call(notes.list, { params: { id } });
    await expect(listed).rejects.toMatchObject({ status: 404 });
    const params = { id: learner.userId };
    await root.call(users.removePlain, { params, query: { erase: 'true' } });
    const left = await server.instance.foundation.db
      .selectFrom('lesson_notes')
      .select('id')
      .where('user_id', '=', learner.userId)
      .execute();
    expect(left).toEqual([]);
  });
});
