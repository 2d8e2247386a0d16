import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';

let server: TestServer;
let admin: TestClient;
let tus: ReturnType<typeof createTusClient>;

beforeAll(async () => {
  server = await startTestServer({});
  admin = await server.superAdmin();
  tus = createTusClient(server.origin, admin);
});
afterAll(() => server.stop());

const content = new Uint8Array(randomBytes(1000));
const announce = (title = 'Announced', client = admin) =>
  client.call(endpoints.videos.create, { body: { title, tags: ['kept'], published: true } });
const managed = (id: string) => admin.call(endpoints.videos.getManaged, { params: { id } });
const beginFor = (videoId: string, client = tus) =>
  client.begin({ title: 'Not asked for', lengthBytes: content.length, metadata: { videoId } });
const sendForm = (videoId: string, client = admin) =>
  uploadVideo(server.origin, client, { videoId, content });
const files = () => readdir(path.join(server.instance.foundation.dataDir, 'uploads'));

/** As the end of processing leaves it. */
async function end(jobId: string, videoId: string, status: 'ready' | 'failed') {
  const { db } = server.instance.foundation;
  const state = status === 'ready' ? 'completed' : 'failed';
  const source_kept_until = status === 'failed' ? new Date(Date.now() + 3_600_000) : null;
  await db
    .updateTable('upload_jobs')
    .set({ state, source_kept_until })
    .where('id', '=', jobId)
    .execute();
  await db.updateTable('videos').set({ status }).where('id', '=', videoId).execute();
}

describe('a file for an announced video', () => {
  it.each(['tus', 'form'])(
    'becomes its file, and all that was said of it stays (%s)',
    async (way) => {
      const video = await announce();
      const before = await admin.call(endpoints.videos.listManaged, {});
      if (way === 'tus') {
        const id = await beginFor(video.id);
        const { items } = await admin.call(endpoints.uploads.unfinished, {});
        expect(items).toMatchObject([{ id, videoId: video.id, title: 'Announced' }]);
        await tus.patch(id, 0, content);
      } else {
        expect(await sendForm(video.id)).toMatchObject({ videoId: video.id, title: 'Announced' });
      }
      expect(await managed(video.id)).toMatchObject({
        title: 'Announced',
        tags: ['kept'],
        status: 'processing',
        release: video.release,
      });
      const after = await admin.call(endpoints.videos.listManaged, {});
      expect(after.total).toBe(before.total);
      const query = { action: 'video.upload', subjectId: video.id } as const;
      const { items } = await admin.call(endpoints.users.auditLog, { query });
      expect(items).toMatchObject([{ subjectName: 'Announced', after: { fileSizeBytes: 1000 } }]);
      expect(items[0]?.after).not.toHaveProperty('title');
    },
  );

  it('may follow one that could not be processed, which is then not resumed', async () => {
    const video = await announce();
    const { id } = await sendForm(video.id);
    await end(id, video.id, 'failed');
    const again = await sendForm(video.id);
    expect(again.videoId).toBe(video.id);
    expect((await managed(video.id)).status).toBe('processing');
    const params = { id };
    expect(await catchRefusal(admin.call(endpoints.uploads.retry, { params }))).toMatchObject({
      status: 409,
    });
    await end(again.id, video.id, 'ready');
    expect(await catchRefusal(sendForm(video.id))).toMatchObject({ reason: 'upload_target_taken' });
  });
});

describe('a file is refused', () => {
  const expected = (reason: string) => ({ status: 422, reason });

  it('for a video that does not exist, was deleted or has its file', async () => {
    const [there, deleted] = [await announce(), await announce()];
    await sendForm(there.id);
    await admin.call(endpoints.videos.remove, { params: { id: deleted.id } });
    const before = await files();
    for (const begin of [sendForm, beginFor]) {
      expect(await catchRefusal(begin(uuidv7()))).toMatchObject(expected('upload_target_gone'));
      expect(await catchRefusal(begin(deleted.id))).toMatchObject(expected('upload_target_gone'));
      expect(await catchRefusal(begin(there.id))).toMatchObject(expected('upload_target_taken'));
      expect(await catchRefusal(begin('../x'))).toMatchObject({ status: 400 });
    }
    expect(await files()).toEqual(before);
  });

  it('while another one arrives, and no longer once that was discarded', async () => {
    const video = await announce();
    const other = createTusClient(server.origin, await server.newUser('ADMIN'));
    const begun = await Promise.allSettled([beginFor(video.id), beginFor(video.id, other)]);
    const [won, lost] = [
      begun.filter((one) => one.status === 'fulfilled'),
      begun.filter((one) => one.status === 'rejected'),
    ];
    expect([won.length, lost.length]).toEqual([1, 1]);
    expect(lost[0]?.reason).toMatchObject(expected('upload_target_busy'));
    const id = won[0]?.value ?? '';
    await Promise.any([tus.cancel(id), other.cancel(id)]);
    await tus.cancel(await beginFor(video.id));
  });

  it('at its end, when the video has got another one or was deleted; once restored, it continues', async () => {
    const [raced, deleted] = [await announce('Raced'), await announce('Deleted')];
    const [first, second] = [await beginFor(raced.id), await beginFor(deleted.id)];
    await sendForm(raced.id);
    await admin.call(endpoints.videos.remove, { params: { id: deleted.id } });
    expect(await catchRefusal(tus.patch(first, 0, content))).toMatchObject(
      expected('upload_target_taken'),
    );
    expect(await catchRefusal(tus.patch(second, 0, content))).toMatchObject(
      expected('upload_target_gone'),
    );
    const query = { search: 'Raced' };
    expect((await admin.call(endpoints.uploads.jobs, { query })).total).toBe(1);
    await admin.call(endpoints.videos.restore, { params: { id: deleted.id } });
    const offset = await tus.offset(second);
    expect(await tus.patch(second, offset, content.slice(offset))).toBe(content.length);
    expect((await managed(deleted.id)).status).toBe('processing');
    await tus.cancel(first);
  });

  it('as one of two simultaneous forms: one becomes its file, the other leaves nothing', async () => {
    const video = await announce('Twice');
    const before = await files();
    const sent = await Promise.allSettled([sendForm(video.id), sendForm(video.id)]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await files()).length).toBe(before.length + 1);
  });

  it('of a user who may not upload', async () => {
    const video = await announce();
    const learner = await server.newUser();
    expect(await catchRefusal(sendForm(video.id, learner))).toMatchObject({ status: 403 });
    const stranger = createTusClient(server.origin, learner);
    expect(await catchRefusal(beginFor(video.id, stranger))).toMatchObject({ status: 403 });
    expect((await managed(video.id)).status).toBe('empty');
  });
});
