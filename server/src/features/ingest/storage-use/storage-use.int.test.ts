import { randomBytes } from 'node:crypto';
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, buildUrl, endpoints, readError, type StorageUse } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const mebibyte = 1024 ** 2;
/** A busy machine takes its time. */
const patient = { timeout: 30_000 };
const mediaQuotaBytes = 10 * mebibyte;
const uploadQuotaBytes = 8 * mebibyte;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      MEDIA_QUOTA_BYTES: `${mediaQuotaBytes}`,
      UPLOAD_QUOTA_BYTES: `${uploadQuotaBytes}`,
      DISK_RESERVE_BYTES: '0',
      VIDEO_DELETE_GRACE_HOURS: '0',
    },
  });
  admin = await server.superAdmin();
});
afterAll(() => server.stop());

const use = () => admin.call(endpoints.storage.use, {});
const largest = (query = {}) => admin.call(endpoints.storage.videos, { query });
const sweep = () => server.instance.composition.ingest.countStaleMedia(100);
/** Ends with a zero: the parser of forms holds back a last CR, which could begin a boundary. */
const bytes = (count: number) => new Uint8Array(randomBytes(count)).fill(0, -1);

function ofKind({ kinds }: StorageUse, kind: StorageUse['kinds'][number]['kind']) {
  const found = kinds.find((one) => one.kind === kind);
  if (!found) throw new Error(`nothing is said of ${kind}`);
  return found;
}

/** Measures the file system by a separate walk. */
async function walked(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map((file) => stat(path.join(file.parentPath, file.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

const videoFiles = (largestBytes: number) => ({
  'v180/1.m4s': bytes(largestBytes),
  'poster.jpg': bytes(5000),
  'storyboard/1.jpg': bytes(7000),
});

describe('storage use', () => {
  it('counts stored bytes by kind and by video, the largest first', async () => {
    expect((await use()).kinds.map(({ bytes: sum }) => sum)).toEqual([0, 0, 0]);
    const small = await addReadyVideo(server, { files: videoFiles(10_000) });
    const large = await addReadyVideo(server, { files: videoFiles(2 * mebibyte) });
    expect(await use()).toMatchObject({ uncounted: 2, countedSince: null });
    expect(await sweep()).toBe(2);
    expect(await sweep()).toBe(0);

    const told = await use();
    const { dataDir } = server.instance.foundation;
    const [media, posters] = [ofKind(told, 'media'), ofKind(told, 'posters')];
    expect(media.bytes + posters.bytes).toBe(await walked(path.join(dataDir, 'media')));
    expect(posters).toMatchObject({ bytes: 2 * 12_000, count: 2, quota: null, level: 'ok' });
    expect(told).toMatchObject({ driver: 'disk', uncounted: 0, level: media.level });
    const { blocks, bsize } = await statfs(dataDir);
    expect(told.disk.totalBytes).toBe(blocks * bsize);

    const { items, total } = await largest();
    expect(total).toBe(2);
    expect(items.map(({ videoId }) => videoId)).toEqual([large.videoId, small.videoId]);
    expect(items[0]?.mediaBytes).toBeGreaterThan(2 * mebibyte);
    const second = await largest({ page: 2, limit: 1 });
    expect(second).toMatchObject({ total: 2, items: [{ videoId: small.videoId }] });
  });

  it('is counted again when a video has changed, and goes with it', async () => {
    const { db, storage } = server.instance.foundation;
    const { videoId } = await addReadyVideo(server, { files: videoFiles(1000) });
    await sweep();
    const before = (await largest()).items.find((item) => item.videoId === videoId);
    await storage.removePrefix(`videos/${videoId}/v180`);
    expect(await sweep()).toBe(0);
    const updated_at = new Date(Date.now() + 1000);
    await db.updateTable('videos').set({ updated_at }).where('id', '=', videoId).execute();
    expect(await sweep()).toBe(1);
    const after = (await largest()).items.find((item) => item.videoId === videoId);
    expect((before?.mediaBytes ?? 0) - (after?.mediaBytes ?? 0)).toBe(1000);

    await admin.call(endpoints.videos.remove, { params: { id: videoId } });
    expect((await use()).deleted.count).toBe(1);
    const grace = new Date(Date.now() - 1000);
    await db.updateTable('videos').set({ deleted_at: grace }).where('id', '=', videoId).execute();
    expect(await server.instance.composition.videos.purgeDeleted(10)).toBe(1);
    expect((await largest()).items.some((item) => item.videoId === videoId)).toBe(false);
    expect((await use()).deleted).toEqual({ bytes: 0, count: 0 });
  });

  it('counts received bytes of uploads, and announced bytes against the quota', async () => {
    const tus = createTusClient(server.origin, admin);
    const id = await tus.begin({ lengthBytes: 7 * mebibyte });
    await tus.patch(id, 0, bytes(mebibyte));
    const told = await use();
    expect(ofKind(told, 'uploads')).toMatchObject({
      bytes: mebibyte,
      count: 1,
      level: 'warning',
      quota: { bytes: uploadQuotaBytes, usedBytes: 7 * mebibyte },
    });
    expect(told.disk.awaitedBytes).toBe(6 * mebibyte);
    expect(['warning', 'critical']).toContain(told.level);
    const uploads = path.join(server.instance.foundation.dataDir, 'uploads');
    expect(await walked(uploads)).toBe(mebibyte);
    await tus.cancel(id);
    expect(ofKind(await use(), 'uploads')).toMatchObject({ bytes: 0, count: 0, level: 'ok' });
  });
});

describe('the quota of one administrator', () => {
  /** The request is open until `end`, and says nothing of its length. */
  async function openForm() {
    const url = buildUrl(server.origin, endpoints.uploads.upload, {});
    await admin.call(endpoints.auth.validate, {});
    const type = 'multipart/form-data; boundary=xx';
    const headers = { ...(await admin.headersFor('POST', url)), 'content-type': type };
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = fetch(url, { method: 'POST', headers, body: readable, duplex: 'half' });
    const part = (name: string) => `--xx\r\ncontent-disposition: form-data; name=${name}\r\n\r\n`;
    const head = `${part('"title"')}x\r\n${part('"file"; filename="x.mp4"')}`;
    await writer.write(new TextEncoder().encode(head));
    return { answer, send: writer.write.bind(writer), end: writer.close.bind(writer) };
  }

  it('is kept while forms without a length arrive', async () => {
    const uploads = path.join(server.instance.foundation.dataDir, 'uploads');
    const files = () => readdir(uploads);
    const before = await files();
    const [one, other] = [await openForm(), await openForm()];
    await one.send(bytes(5 * mebibyte));
    await other.send(bytes(2 * mebibyte));
    await vi.waitFor(async () => expect(await walked(uploads)).toBe(7 * mebibyte), patient);
    await other.send(bytes(2 * mebibyte));
    // Its end is not waited for, and the first is not disturbed.
    await vi.waitFor(async () => expect(await files()).toHaveLength(before.length + 1), patient);
    await other.end();
    const refused = await readError(await other.answer);
    expect(refused).toMatchObject({ status: 413, reason: 'upload_quota_exceeded' });
    await one.send(new TextEncoder().encode('\r\n--xx--\r\n'));
    await one.end();
    expect((await one.answer).status).toBe(200);
    expect(ofKind(await use(), 'uploads').quota?.usedBytes).toBe(5 * mebibyte);
    const { db } = server.instance.foundation;
    await db.updateTable('upload_jobs').set({ state: 'completed' }).execute();
  });
});

describe('the quota of media', () => {
  it('warns, then refuses uploads, running ones too, and lets them continue once there is room', async () => {
    const tus = createTusClient(server.origin, admin);
    const begun = await tus.begin({ lengthBytes: 3 * mebibyte });
    await tus.patch(begun, 0, bytes(mebibyte));
    const { videoId } = await addReadyVideo(server, { files: videoFiles(9 * mebibyte) });
    await sweep();
    const told = await use();
    expect(ofKind(told, 'media').level).toBe('critical');
    expect(told).toMatchObject({ level: 'critical', limits: { mediaQuotaBytes } });
    const outcome = await tus.begin({ lengthBytes: 10 }).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({ status: 507, reason: 'media_quota_exceeded' });
    const piece = () => tus.patch(begun, mebibyte, bytes(mebibyte));
    await expect(piece()).rejects.toMatchObject({ status: 507, reason: 'media_quota_exceeded' });
    const { db } = server.instance.foundation;
    await db.deleteFrom('videos').where('id', '=', videoId).execute();
    await piece();
    await tus.cancel(begun);
    await tus.cancel(await tus.begin({ lengthBytes: 10 }));
  });
});
