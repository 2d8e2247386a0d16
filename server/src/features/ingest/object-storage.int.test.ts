import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  startObjectServer,
  type TestObjectServer,
} from '../../platform/testing/start-object-server.ts';
import { findMediaTools } from '../../testing/media-tools.ts';
import { playVideo } from '../../testing/play-video.ts';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { createTusClient } from '../../testing/resumable-upload.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { uploadVideo } from '../../testing/upload-video.ts';
import { makeVideoClip } from '../../testing/video-clip.ts';

const mebibyte = 1024 ** 2;
const [mediaQuotaBytes, uploadQuotaBytes] = [4 * mebibyte, 2 * mebibyte];
const bucket = 'lessons';
let objects: TestObjectServer;
let s3: S3Client;
let folder: string;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  objects = await startObjectServer();
  const { endpoint, accessKeyId, secretAccessKey } = objects;
  const credentials = { accessKeyId, secretAccessKey };
  s3 = new S3Client({ endpoint, region: 'default', credentials, forcePathStyle: true });
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-storage-s3-'));
  await writeFile(path.join(folder, 'id'), accessKeyId);
  await writeFile(path.join(folder, 'secret'), secretAccessKey);
  server = await startTestServer({
    environment: {
      ...(await settingsOf(bucket)),
      MEDIA_QUOTA_BYTES: `${mediaQuotaBytes}`,
      UPLOAD_QUOTA_BYTES: `${uploadQuotaBytes}`,
      DISK_RESERVE_BYTES: '0',
    },
  });
  admin = await server.superAdmin();
});
afterAll(async () => {
  await server?.stop();
  s3?.destroy();
  await objects?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Of a server that keeps its media in a new bucket. */
async function settingsOf(name: string): Promise<Record<string, string>> {
  await s3.send(new CreateBucketCommand({ Bucket: name }));
  return {
    STORAGE: 's3',
    S3_ENDPOINT: objects.endpoint,
    S3_REGION: 'default',
    S3_BUCKET: name,
    S3_ACCESS_KEY_FILE: path.join(folder, 'id'),
    S3_SECRET_KEY_FILE: path.join(folder, 'secret'),
  };
}

const bytes = (count: number) => new Uint8Array(randomBytes(count));
const sweep = () => server.instance.composition.ingest.countStaleMedia(100);

async function kinds() {
  const told = await admin.call(endpoints.storage.use, {});
  const of = (kind: string) => told.kinds.find((one) => one.kind === kind);
  return { told, media: of('media'), posters: of('posters'), uploads: of('uploads') };
}

/** Reads the media in the bucket through another client. */
async function inBucket(): Promise<number> {
  const { Contents = [], IsTruncated } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: 'videos/' }),
  );
  expect(IsTruncated).toBe(false);
  return Contents.reduce((sum, { Size = 0 }) => sum + Size, 0);
}

it('reports the bytes in the bucket, and enforces both quotas', async () => {
  const videoFiles = (largestBytes: number) => ({
    'v180/1.m4s': bytes(largestBytes),
    'poster.jpg': bytes(5000),
    'poster.card.jpg': bytes(500),
    'storyboard/1.jpg': bytes(7000),
  });
  await addReadyVideo(server, { files: videoFiles(mebibyte) });
  await addReadyVideo(server, { files: videoFiles(10_000) });
  expect(await sweep()).toBe(2);
  const before = await kinds();
  expect(before.told).toMatchObject({ driver: 's3', uncounted: 0 });
  expect((before.media?.bytes ?? 0) + (before.posters?.bytes ?? 0)).toBe(await inBucket());
  expect(before.posters).toMatchObject({ bytes: 2 * 12_500, count: 2 });
  expect(before.media?.quota).toEqual({ bytes: mediaQuotaBytes, usedBytes: await inBucket() });

  const tus = createTusClient(server.origin, admin);
  const begun = await tus.begin({ lengthBytes: mebibyte });
  await tus.patch(begun, 0, bytes(mebibyte / 2));
  expect((await kinds()).uploads).toMatchObject({
    bytes: mebibyte / 2,
    count: 1,
    quota: { bytes: uploadQuotaBytes, usedBytes: mebibyte },
  });
  await expect(tus.begin({ lengthBytes: mebibyte + 1 })).rejects.toMatchObject({
    reason: 'upload_quota_exceeded',
  });

  const large = await addReadyVideo(server, { files: videoFiles(3 * mebibyte) });
  await sweep();
  const full = await kinds();
  expect(full.media).toMatchObject({
    level: 'critical',
    quota: { bytes: mediaQuotaBytes, usedBytes: await inBucket() },
  });
  const refused = { status: 507, reason: 'media_quota_exceeded' };
  await expect(tus.begin({ lengthBytes: 10 })).rejects.toMatchObject(refused);
  const piece = () => tus.patch(begun, mebibyte / 2, bytes(1000));
  await expect(piece()).rejects.toMatchObject(refused);

  const { composition, foundation } = server.instance;
  const largeBytes = (await inBucket()) - (before.media?.bytes ?? 0) - (before.posters?.bytes ?? 0);
  await admin.call(endpoints.videos.remove, { params: { id: large.videoId } });
  expect((await kinds()).told.deleted).toEqual({ bytes: largeBytes, count: 1 });
  // Before its time of grace is over nothing goes.
  expect(await composition.videos.purgeDeleted(10)).toBe(0);
  const longAgo = { deleted_at: new Date(0) };
  await foundation.db.updateTable('videos').set(longAgo).where('id', '=', large.videoId).execute();
  expect(await composition.videos.purgeDeleted(10)).toBe(1);
  const listed = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
  expect(listed.Contents?.filter(({ Key }) => Key?.includes(large.videoId))).toEqual([]);
  expect((await kinds()).told.deleted).toEqual({ bytes: 0, count: 0 });
  expect(await piece()).toBe(mebibyte / 2 + 1000);
  const after = await kinds();
  expect((after.media?.bytes ?? 0) + (after.posters?.bytes ?? 0)).toBe(await inBucket());
});

it('processes videos there, and sends their segments from there', async () => {
  const { bytes: content } = await makeVideoClip(await findMediaTools(), folder);
  const environment = await settingsOf('videos');
  const own = await startTestServer({ worker: true, environment });
  try {
    const teacher = await own.superAdmin();
    const video = { title: 'Waves', publish: true, content };
    const { videoId } = await uploadVideo(own.origin, teacher, video);
    const params = { id: videoId };
    await vi.waitFor(
      async () => {
        const { status } = await teacher.call(endpoints.videos.get, { params });
        expect(status).toBe('ready');
      },
      { timeout: 60_000, interval: 200 },
    );
    const learner = await own.newUser();
    await learner.confirmPassword(testPassword);
    const { manifest } = await playVideo(learner, videoId);
    const base = /<BaseURL>([^<]+)/.exec(manifest.text)?.[1];
    const cookie = [...learner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const get = (headers: Record<string, string>) =>
      fetch(`${own.origin}${base}v180/1.m4s`, { headers });
    const answer = await get({ cookie });
    const Key = `videos/${videoId}/v180/1.m4s`;
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'videos', Key }));
    const stored = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(stored)).toBe(true);
    const part = await get({ cookie, range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(stored.subarray(100, 200));
    expect((await get({})).status).toBe(403);
    await expect(stat(path.join(own.instance.foundation.dataDir, 'media'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  } finally {
    await own.stop();
  }
});
