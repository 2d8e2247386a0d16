import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildUrl, catalogueLimits, endpoints, readError } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { findMediaTools } from '../../../testing/media-tools.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';
import { makeVideoClip } from '../../../testing/video-clip.ts';
import { picturesLiveSeconds } from './tasks/remove-pictures.task.ts';

const { videos } = endpoints;
let server: TestServer;
let admin: TestClient;
let learner: TestClient;
let folder: string;
let params: { id: string };
let picture: Buffer;

beforeAll(async () => {
  server = await startTestServer({ worker: true });
  admin = await server.superAdmin();
  learner = await server.newUser();
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-posters-'));
  const tools = await findMediaTools();
  const content = (await makeVideoClip(tools, folder)).bytes;
  const video = { title: 'Light', publish: true, content };
  const { id: jobId, videoId } = await uploadVideo(server.origin, admin, video);
  params = { id: videoId };
  const png = path.join(folder, 'red.png');
  const red = ['-f', 'lavfi', '-i', 'color=red:s=640x360', '-frames:v', '1', png];
  await promisify(execFile)(tools.ffmpeg, ['-v', 'error', '-y', ...red]);
  picture = await readFile(png);
  // All of it: keys are renewed of what is made whole.
  const stateNow = async () =>
    (await admin.call(endpoints.uploads.job, { params: { id: jobId } })).state;
  const isReady = async () => expect(await stateNow()).toBe('completed');
  await vi.waitFor(isReady, { timeout: 50_000, interval: 250 });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function send(bytes: Buffer, id = params.id, client = admin) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'poster.png');
  await client.call(endpoints.auth.validate, {});
  const url = buildUrl(server.origin, videos.uploadPoster, { params: { id } });
  const headers = await client.headersFor('POST', url);
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw await readError(answer);
}

const managed = () => admin.call(videos.getManaged, { params });

async function settled() {
  await expect
    .poll(async () => (await managed()).posterChoice?.state ?? 'none', { timeout: 30_000 })
    .not.toBe('waiting');
  return managed();
}

async function fetchPoster(client: TestClient) {
  const { posterUrl, cardUrl } = await client.call(videos.get, { params });
  expect(cardUrl).toBe(posterUrl?.replace(/\.jpg$/, '.card.jpg'));
  const card = await fetch(`${server.origin}${cardUrl}`);
  expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await card.arrayBuffer()).byteLength).toBeLessThanOrEqual(30_000);
  const answer = await fetch(`${server.origin}${posterUrl}`);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  return { posterUrl, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('a poster', () => {
  it('is an uploaded picture, re-encoded, under its own name, until it is removed', async () => {
    const made = await fetchPoster(learner);
    await send(picture);
    expect(await settled()).toMatchObject({ posterChoice: null, isPosterChosen: true });
    const chosen = await fetchPoster(learner);
    expect(chosen.posterUrl).toMatch(/\/poster-[\da-f-]{36}\.jpg$/);
    expect(chosen.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(chosen.bytes).not.toEqual(made.bytes);
    await admin.call(videos.removePoster, { params });
    expect((await managed()).isPosterChosen).toBe(false);
    expect((await fetchPoster(learner)).bytes).toEqual(made.bytes);

    // The address of the previous one still works for a while; then it is removed.
    const { foundation } = server.instance;
    const statusOf = (url: string | null) =>
      fetch(`${server.origin}${url}`).then(({ status }) => status);
    expect(await statusOf(chosen.posterUrl)).toBe(200);
    const { rows } = await sql<{
      seconds: number;
    }>`UPDATE pgboss.job AS late SET start_after = now()
      FROM pgboss.job AS job WHERE late.id = job.id AND job.name = 'remove-pictures'
      RETURNING extract(epoch FROM job.start_after - job.created_on)::integer AS seconds`.execute(
      foundation.db,
    );
    expect(rows).toEqual([{ seconds: picturesLiveSeconds }]);
    const at = `videos/${params.id}/${chosen.posterUrl?.split('/').at(-1)}`;
    // One after the other.
    for (const name of [at, at.replace('.jpg', '.card.jpg')]) {
      const isGone = async () => expect(await foundation.storage.stat(name)).toBeNull();
      await vi.waitFor(isGone, { timeout: 30_000, interval: 100 });
    }
    expect((await fetchPoster(learner)).bytes).toEqual(made.bytes);
  });

  it('is a moment of the video, out of its encrypted media, and audited', async () => {
    const before = await managed();
    await admin.call(videos.choosePoster, { params, body: { atSeconds: 0.9 } });
    const after = await settled();
    expect(after).toMatchObject({ posterChoice: null, isPosterChosen: true });
    // An administrator who edits the texts at the same time gets no conflict.
    expect(after.updatedAt).toBe(before.updatedAt);
    expect((await fetchPoster(learner)).bytes.length).toBeGreaterThan(500);
    const query = { subjectId: params.id, action: 'video.set-poster' } as const;
    const { items } = await admin.call(endpoints.users.auditLog, { query });
    expect(items[0]?.after).toMatchObject({ atSeconds: 0.9 });
  });

  it('is the last chosen, however many were chosen at once', async () => {
    await admin.call(videos.choosePoster, { params, body: { atSeconds: 0.1 } });
    await send(picture);
    await admin.call(videos.choosePoster, { params, body: { atSeconds: 0.5 } });
    await admin.call(videos.removePoster, { params });
    await admin.call(videos.choosePoster, { params, body: { atSeconds: 0.2 } });
    expect(await settled()).toMatchObject({ posterChoice: null, isPosterChosen: true });
  });

  it('stays as it was when what was sent is no picture', async () => {
    const before = await fetchPoster(learner);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await catchRefusal(send(svg))).status).toBe(400);
    const tooLarge = Buffer.alloc(catalogueLimits.posterBytes + 1, 'x');
    expect((await catchRefusal(send(tooLarge))).status).toBe(413);
    const cutOff = Buffer.concat([picture.subarray(0, 60), Buffer.alloc(500, 'x')]);
    expect((await catchRefusal(send(cutOff))).status).toBe(400);
    await send(Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(500, 'x')]));
    expect((await settled()).posterChoice).toEqual({ state: 'failed', diskWait: null });
    expect((await fetchPoster(learner)).bytes).toEqual(before.bytes);
    await admin.call(videos.removePoster, { params });
    expect((await managed()).posterChoice).toBeNull();
  });

  it('waits for a full disk, is logged once, and continues; keys do the same', async ({ skip }) => {
    const mebibyte = 1024 ** 2;
    const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
    const work = path.join(server.instance.foundation.dataDir, 'work');
    const mounted = runs('mount', '-t', 'tmpfs', '-o', 'size=200m', 'none', work);
    if (!mounted) skip('no right to mount a file system');
    try {
      const other = path.join(work, 'other');
      await writeFile(other, Buffer.alloc(200 * mebibyte - 4096));
      await admin.call(videos.choosePoster, { params, body: { atSeconds: 0.5 } });
      await admin.call(videos.renewKeys, { params });
      const standing = async () => {
        const { posterChoice, keyRenewal } = await managed();
        return [posterChoice, keyRenewal];
      };
      const waits = (missingBytes: unknown) => ({
        state: 'waiting',
        diskWait: { disk: 'files', missingBytes },
      });
      const full = waits(64 * mebibyte);
      const areFull = async () => expect(await standing()).toMatchObject([full, full]);
      await vi.waitFor(areFull, { timeout: 30_000, interval: 50 });
      await truncate(other, 180 * mebibyte);
      const some = waits(expect.closeTo(44 * mebibyte, -5));
      const haveSome = async () => expect(await standing()).toMatchObject([some, some]);
      await vi.waitFor(haveSome, { timeout: 30_000, interval: 50 });
      const { logLines } = server;
      expect(logLines.filter((line) => line.includes('waits for room on a disk'))).toHaveLength(2);
      await rm(other);
      const done = { state: 'done', diskWait: null };
      const areDone = async () => expect(await standing()).toMatchObject([null, done]);
      await vi.waitFor(areDone, { timeout: 40_000, interval: 100 });
      expect((await managed()).isPosterChosen).toBe(true);
    } finally {
      runs('umount', '-l', work);
    }
  });

  it('is large in lists, too, where there is no small one of it', async () => {
    const { db } = server.instance.foundation;
    const none = { has_card: false, chosen_has_card: false };
    await db.updateTable('videos').set(none).where('id', '=', params.id).execute();
    const { posterUrl, cardUrl } = await learner.call(videos.get, { params });
    expect([typeof posterUrl, cardUrl]).toEqual(['string', null]);
  });

  it('is refused of a moment behind the end, and of a video without a file', async () => {
    const body = { atSeconds: 3600 };
    expect((await catchRefusal(admin.call(videos.choosePoster, { params, body }))).status).toBe(
      409,
    );
    const { id } = await admin.call(videos.create, { body: { title: 'Announced' } });
    expect((await catchRefusal(send(picture, id))).status).toBe(409);
  });
});
