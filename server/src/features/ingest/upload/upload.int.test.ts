import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buildUrl, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { findMediaTools } from '../../../testing/media-tools.ts';
import { openToOthers } from '../../../testing/open-to-others.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { readStoredKeys } from '../../../testing/stored-keys.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { uploadVideo, type VideoUpload } from '../../../testing/upload-video.ts';
import { makeVideoClip } from '../../../testing/video-clip.ts';

const maxBytes = 2 * 1024 ** 2;
/** A busy machine takes its time. */
const patient = { timeout: 30_000 };
let server: TestServer;
let admin: TestClient;
let folder: string;
let clip: Buffer<ArrayBuffer>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-upload-'));
  clip = (await makeVideoClip(await findMediaTools(), folder)).bytes;
  server = await startTestServer({
    worker: true,
    environment: { UPLOAD_MAX_BYTES: String(maxBytes) },
  });
  admin = await server.superAdmin();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const upload = (form: VideoUpload, client = admin) => uploadVideo(server.origin, client, form);

async function ended(jobId: string) {
  return vi.waitFor(
    async () => {
      const job = await admin.call(endpoints.uploads.job, { params: { id: jobId } });
      expect(['completed', 'failed']).toContain(job.state);
      return job;
    },
    { timeout: 40_000, interval: 150 },
  );
}

/** The data folder's files of uploads and of work in progress. */
async function leftFiles(): Promise<string[]> {
  const { dataDir } = server.instance.foundation;
  const folders = ['uploads', 'work'].map((name) => path.join(dataDir, name));
  const lists = await Promise.all(folders.map((full) => readdir(full).catch(() => [])));
  return lists.flat();
}

async function rowCounts() {
  const { db } = server.instance.foundation;
  const count = async (table: 'videos' | 'upload_jobs') =>
    (await db.selectFrom(table).select('id').execute()).length;
  return [await count('videos'), await count('upload_jobs')];
}

describe('a video', () => {
  it('goes from upload to a published, encrypted video', async () => {
    const job = await upload({
      title: ' Light and shadow ',
      description: 'प्रकाश',
      publish: true,
      fileName: 'व्याख्यान.mp4',
      content: clip,
    });
    expect(job).toMatchObject({
      title: 'Light and shadow',
      fileName: 'व्याख्यान.mp4',
      fileSizeBytes: clip.length,
      failure: null,
    });
    const done = await ended(job.id);
    expect(done).toMatchObject({ state: 'completed', progress: 1, step: null, attempts: 1 });

    const learner = await server.newUser();
    const params = { id: job.videoId };
    const video = await learner.call(endpoints.videos.get, { params });
    expect(video).toMatchObject({ status: 'ready', published: true, resumeAtSeconds: null });
    expect(video.durationSeconds).toBeCloseTo(2, 0);
    const listed = await learner.call(endpoints.videos.list, { query: { search: 'प्रका' } });
    expect(listed).toMatchObject({ total: 1, items: [{ id: job.videoId }] });

    const { composition, foundation } = server.instance;
    const keys = await readStoredKeys(foundation, job.videoId);
    expect(keys.map((key) => key.qualityClass).sort()).toEqual(['AUDIO', 'SD']);
    const { userId } = learner;
    const rights = { permissions: [], adminScope: null };
    const caller = { userId, userType: 'LEARNER', ...rights } as const;
    const playable = await composition.videos.findPlayableVideo(job.videoId, caller);
    const manifest = await composition.delivery.readManifest(playable!, 'dash', 'cbcs');
    for (const { keyId, key } of keys) {
      expect(manifest.replaceAll('-', '')).toContain(keyId.toString('hex'));
      expect(manifest).not.toContain(key.toString('hex'));
    }
    const sealed = await foundation.db.selectFrom('content_keys').select('sealed_key').execute();
    expect(sealed.some((row) => keys.some((k) => row.sealed_key.includes(k.key)))).toBe(false);
    const events = await foundation.db.selectFrom('events').select('name').execute();
    const names = events.map((event) => event.name);
    expect(names).toEqual(expect.arrayContaining(['video.uploaded', 'video.published']));
    await vi.waitFor(async () => expect(await leftFiles()).toEqual([]), patient);
    expect(await readdir(path.join(foundation.dataDir, 'media'))).toContain('videos');
    expect(await openToOthers(foundation.dataDir)).toEqual([]);
  });

  it('stays hidden from learners until an administrator publishes it', async () => {
    const job = await upload({ title: '100% hidden_x', content: clip });
    await ended(job.id);
    const params = { id: job.videoId };
    const learner = await server.newUser();
    const refused = await catchRefusal(learner.call(endpoints.videos.get, { params }));
    expect(refused.status).toBe(404);
    const find = (search: string) =>
      learner.call(endpoints.videos.list, { query: { search } }).then((page) => page.total);
    expect(await find('hidden')).toBe(0);
    const published = await admin.call(endpoints.videos.update, {
      params,
      body: { published: true, title: '100% seen_x' },
    });
    expect(published).toMatchObject({ published: true, title: '100% seen_x' });
    expect(await find('100% seen_')).toBe(1);
    expect(await find('0%%s')).toBe(0);
    expect(await find('s__n')).toBe(0);
    await admin.call(endpoints.videos.update, { params, body: { published: false } });
    expect(await find('seen')).toBe(0);
  });
});

describe('a file that is not a video', () => {
  it.each([
    [
      'text by the name of .mp4',
      () => Buffer.from('not a video at all\n'.repeat(50)),
      'unknown_format',
    ],
    ['a truncated MP4', () => clip.subarray(0, Math.floor(clip.length / 2)), 'cut_short'],
  ])('fails with a plain reason, and leaves nothing: %s', async (_case, content, code) => {
    const job = await upload({ title: 'Broken', content: Buffer.from(content()) });
    const done = await ended(job.id);
    expect(done).toMatchObject({ state: 'failed', failure: { code }, attempts: 1 });
    expect(done.failure?.message).not.toMatch(/\/|Error/);
    const video = await admin.call(endpoints.videos.get, { params: { id: job.videoId } });
    expect(video).toMatchObject({ status: 'failed', published: false, posterUrl: null });
    await vi.waitFor(async () => expect(await leftFiles()).toEqual([]), patient);
    const publish = { params: { id: job.videoId }, body: { published: true } };
    const refused = await catchRefusal(admin.call(endpoints.videos.update, publish));
    expect(refused.reason).toBe('video_not_available');
  });
});

describe('an upload', () => {
  it('shows a hostile file name as harmless text, and stores it under none', async () => {
    const job = await upload({ title: 'x', fileName: '../../x', content: Buffer.from('text') });
    expect(job.fileName).toBe('x');
    await ended(job.id);
    const query = { action: 'video.upload', subjectId: job.videoId } as const;
    const { items } = await admin.call(endpoints.users.auditLog, { query });
    expect(items).toMatchObject([
      { subjectName: 'x', before: {}, after: { title: 'x', fileName: 'x', fileSizeBytes: 4 } },
    ]);
  });

  it.each<[string, VideoUpload, number, string | null]>([
    ['without a file', { title: 'x' }, 400, 'upload_file_missing'],
    ['of zero bytes', { title: 'x', content: Buffer.alloc(0) }, 400, 'upload_file_empty'],
    ['without a title', { content: Buffer.from('text') }, 400, null],
    ['with a long title', { title: 'x'.repeat(201), content: Buffer.from('text') }, 400, null],
    [
      'beyond the limit',
      { title: 'x', content: Buffer.alloc(maxBytes + 1) },
      413,
      'upload_too_large',
    ],
    ['far beyond it', { title: 'x', content: Buffer.alloc(4 * maxBytes) }, 413, 'upload_too_large'],
  ])('is refused %s, and leaves nothing', async (_case, form, status, reason) => {
    const before = await rowCounts();
    const error = await catchRefusal(upload(form));
    expect([error.status, error.reason]).toEqual([status, reason]);
    expect(await rowCounts()).toEqual(before);
    expect(await leftFiles()).toEqual([]);
  });

  it('that breaks off leaves nothing', async () => {
    const before = await rowCounts();
    const url = buildUrl(server.origin, endpoints.uploads.upload, {});
    await admin.call(endpoints.auth.validate, {});
    const boundary = 'x-boundary-x';
    const headers = {
      ...(await admin.headersFor('POST', url)),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 1024 ** 2,
    };
    const request = http.request(url, { method: 'POST', headers });
    request.on('error', () => undefined);
    const head = 'content-disposition: form-data; name=';
    request.write(`--${boundary}\r\n${head}"title"\r\n\r\nx\r\n--${boundary}\r\n`);
    request.write(`${head}"file"; filename="x.mp4"\r\n\r\n${'x'.repeat(200_000)}`);
    await vi.waitFor(async () => expect(await leftFiles()).toHaveLength(1), patient);
    request.destroy();
    await vi.waitFor(async () => expect(await leftFiles()).toEqual([]), patient);
    expect(await rowCounts()).toEqual(before);
  });

  it('is for administrators', async () => {
    const learner = await server.newUser();
    const params = { id: '01997f3e-0000-7000-8000-000000000000' };
    const calls = [
      () => upload({ title: 'x', content: clip }, learner),
      () => learner.call(endpoints.uploads.jobs, {}),
      () => learner.call(endpoints.uploads.job, { params }),
      () => learner.call(endpoints.videos.update, { params, body: { title: 'x' } }),
    ];
    for (const call of calls) {
      const error = await catchRefusal(call());
      expect([error.status, error.code]).toEqual([403, 'INSUFFICIENT_PERMISSIONS']);
    }
    const unknown = await catchRefusal(admin.call(endpoints.uploads.job, { params }));
    expect(unknown.status).toBe(404);
    const page = await admin.call(endpoints.uploads.jobs, { query: { search: 'Light and' } });
    expect(page).toMatchObject({ total: 1, items: [{ title: 'Light and shadow' }] });
  });
});

describe('a full disk', () => {
  it('is reported before the file is accepted', async () => {
    const crowded = await startTestServer({
      environment: { DISK_RESERVE_BYTES: String(1024 * 1024 ** 3) },
    });
    try {
      const client = await crowded.superAdmin();
      const error = await catchRefusal(
        uploadVideo(crowded.origin, client, { title: 'x', content: clip }),
      );
      expect([error.status, error.reason]).toEqual([507, 'storage_full']);
    } finally {
      await crowded.stop();
    }
  });
});
