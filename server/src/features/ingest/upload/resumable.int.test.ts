import { randomBytes } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildUrl, endpoints } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';

const maxBytes = 4 * 1024 ** 2;
const quotaBytes = 6 * 1024 ** 2;
const hourMs = 3_600_000;
let server: TestServer;
let admin: TestClient;
let tus: ReturnType<typeof createTusClient>;

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      UPLOAD_MAX_BYTES: `${maxBytes}`,
      UPLOAD_QUOTA_BYTES: `${quotaBytes}`,
      UPLOAD_LIFETIME_HOURS: '48',
    },
  });
  admin = await server.superAdmin();
  tus = createTusClient(server.origin, admin);
});
afterAll(() => server.stop());

const folder = () => path.join(server.instance.foundation.dataDir, 'uploads');
const files = () => readdir(folder()).catch(() => []);
const bytes = (count: number) => new Uint8Array(randomBytes(count));
const fileOf = (id: string) => path.join(folder(), `${id}.resumable`);

describe('a resumable upload', () => {
  it('arrives in pieces, with the same result as an upload in one request', async () => {
    const content = bytes(300_000);
    const modified = Date.UTC(2026, 0, 2);
    const id = await tus.begin({
      title: ' Light ',
      fileName: '../व्याख्यान.mp4',
      lengthBytes: content.length,
      metadata: { publish: 'true', lastmodified: `${modified}` },
    });
    expect(await tus.offset(id)).toBe(0);
    expect(await tus.patch(id, 0, content.slice(0, 100_000))).toBe(100_000);
    const { items } = await admin.call(endpoints.uploads.unfinished, {});
    expect(items).toMatchObject([
      {
        id,
        title: 'Light',
        fileName: 'व्याख्यान.mp4',
        fileSizeBytes: content.length,
        offsetBytes: 100_000,
        fileModifiedAt: new Date(modified).toISOString(),
      },
    ]);
    const answer = await tus.send('HEAD', tus.urlTo(id), {});
    expect(answer.headers.get('upload-length')).toBe(`${content.length}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await tus.patch(id, 100_000, content.slice(100_000))).toBe(content.length);
    expect((await readFile(fileOf(id))).equals(content)).toBe(true);

    const job = await admin.call(endpoints.uploads.job, { params: { id } });
    expect(job).toMatchObject({ title: 'Light', state: 'queued', fileSizeBytes: content.length });
    if (job.kind !== 'video') throw new Error('the job is no upload of a video');
    const query = { action: 'video.upload', subjectId: job.videoId } as const;
    const audit = await admin.call(endpoints.users.auditLog, { query });
    expect(audit.items).toMatchObject([
      { after: { title: 'Light', publishWhenReady: true, fileSizeBytes: content.length } },
    ]);
    const { db } = server.instance.foundation;
    const events = await db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'video.uploaded')
      .execute();
    expect(events.filter(({ data }) => JSON.stringify(data).includes(id))).toHaveLength(1);
    expect((await admin.call(endpoints.uploads.unfinished, {})).items).toEqual([]);
    await db.updateTable('upload_jobs').set({ state: 'completed' }).execute();
  });

  it('that has ended is not started again by a client that missed its end', async () => {
    const id = await tus.begin({ lengthBytes: 10 });
    await tus.patch(id, 0, bytes(10));
    expect(await tus.offset(id)).toBe(10);
    expect(await catchRefusal(tus.patch(id, 0, bytes(10)))).toMatchObject({ status: 409 });
    expect(await catchRefusal(tus.cancel(id))).toMatchObject({ status: 400 });
    const { total } = await admin.call(endpoints.uploads.jobs, { query: { search: 'Light' } });
    expect(total).toBe(2);
  });

  it('may include its first bytes', async () => {
    const url = buildUrl(server.origin, endpoints.uploads.beginResumable, {});
    const headers = {
      'upload-length': '6',
      'upload-metadata': `title ${btoa('Both')}`,
      'content-type': 'application/offset+octet-stream',
    };
    const answer = await tus.send('POST', url, headers, new Uint8Array(Buffer.from('abc')));
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '3']);
    const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
    expect(await tus.offset(id)).toBe(3);
    await tus.cancel(id);
    expect(await catchRefusal(tus.offset(id))).toMatchObject({ status: 404 });
    expect(await files()).not.toContain(`${id}.resumable`);
  });

  it('lists its capabilities', async () => {
    const { status, headers } = await tus.options();
    expect(status).toBe(204);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-max-size')).toBe(`${maxBytes}`);
    expect(headers.get('tus-checksum-algorithm')).toBe('sha1,sha256');
    expect(headers.get('tus-extension')).toBe(
      'creation,creation-with-upload,termination,expiration,checksum',
    );
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe("another user's upload", () => {
  it('is not there', async () => {
    const id = await tus.begin({ lengthBytes: 10 });
    const other = await server.newUser('ADMIN');
    const stranger = createTusClient(server.origin, other);
    const calls = [
      () => stranger.offset(id),
      () => stranger.patch(id, 0, bytes(10)),
      () => stranger.cancel(id),
    ];
    for (const call of calls) expect(await catchRefusal(call())).toMatchObject({ status: 404 });
    expect((await other.call(endpoints.uploads.unfinished, {})).items).toEqual([]);
    expect(await tus.offset(id)).toBe(0);
    await tus.cancel(id);
  });
});

describe('two requests at a time', () => {
  it('never write at the same offset: one has to wait', async () => {
    const id = await tus.begin({ lengthBytes: 200_000 });
    const first = bytes(100_000);
    let end: () => void = () => undefined;
    const slow = new ReadableStream({
      start(controller) {
        controller.enqueue(first.slice(0, 50_000));
        end = () => {
          controller.enqueue(first.slice(50_000));
          controller.close();
        };
      },
    });
    const running = tus.patch(id, 0, slow);
    const isTaken = async () => {
      const row = await server.instance.foundation.db
        .selectFrom('resumable_uploads')
        .select('writer')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.writer).not.toBeNull();
    };
    await vi.waitFor(isTaken, { timeout: 20_000 });
    const error = await catchRefusal(tus.patch(id, 0, bytes(100_000)));
    expect([error.status, error.reason]).toEqual([423, 'upload_busy']);
    end();
    expect(await running).toBe(100_000);
    expect((await readFile(fileOf(id))).equals(first)).toBe(true);
    await tus.cancel(id);
  });

  it('of two processes end with one that has moved the offset', async () => {
    const other = await server.again();
    try {
      const origin = (other.address ?? '').replace('localhost', '127.0.0.1');
      const user = await server.newUser('ADMIN');
      const again = await createTestClient(origin);
      await again.signIn(user.contactNumber, testPassword);
      const [here, elsewhere] = [
        createTusClient(server.origin, user),
        createTusClient(origin, again),
      ];
      const id = await elsewhere.begin({ lengthBytes: 100 });
      const outcomes = await Promise.allSettled([
        elsewhere.patch(id, 0, bytes(60)),
        here.patch(id, 0, bytes(60)),
      ]);
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
      expect(await here.offset(id)).toBe(60);
      await here.cancel(id);
    } finally {
      await other.stop();
    }
  });
});

describe('room', () => {
  it('is kept within the quota of one administrator', async () => {
    const { db } = server.instance.foundation;
    await db.updateTable('upload_jobs').set({ state: 'completed' }).execute();
    const id = await tus.begin({ lengthBytes: maxBytes });
    const error = await catchRefusal(tus.begin({ lengthBytes: maxBytes }));
    expect(error).toMatchObject({ status: 413, reason: 'upload_quota_exceeded' });
    expect(error.details).toMatchObject({ quotaBytes, usedBytes: maxBytes });
    expect((await files()).filter((name) => name.endsWith('.resumable'))).toContain(
      `${id}.resumable`,
    );
    await tus.cancel(id);
    await tus.cancel(await tus.begin({ lengthBytes: maxBytes }));
  });

  it('is not promised twice on one disk', async () => {
    const crowded = await startTestServer({
      environment: { DISK_RESERVE_BYTES: String(1024 * 1024 ** 3) },
    });
    try {
      const other = createTusClient(crowded.origin, await crowded.superAdmin());
      const error = await catchRefusal(other.begin({ lengthBytes: 1 }));
      expect([error.status, error.reason]).toEqual([507, 'storage_full']);
    } finally {
      await crowded.stop();
    }
  });
});

describe('an abandoned upload', () => {
  it('waits its time from the last byte, then is removed with its file', async () => {
    const { composition, foundation } = server.instance;
    const giveUp = () => composition.ingest.removeExpiredUploads(100);
    const id = await tus.begin({ lengthBytes: 100 });
    const expireIn = (hours: number) =>
      foundation.db
        .updateTable('resumable_uploads')
        .set({ expires_at: new Date(Date.now() + hours * hourMs) })
        .where('id', '=', id)
        .execute();
    await expireIn(1);
    await tus.patch(id, 0, bytes(10));
    const listed = async () => {
      const { items } = await admin.call(endpoints.uploads.unfinished, {});
      return items.find((item) => item.id === id);
    };
    const leftHours = (Date.parse((await listed())?.expiresAt ?? '') - Date.now()) / hourMs;
    expect(leftHours).toBeCloseTo(48, 1);
    expect(await giveUp()).toBe(0);
    expect(await files()).toContain(`${id}.resumable`);

    await expireIn(-1);
    expect(await listed()).toBeUndefined();
    expect(await catchRefusal(tus.offset(id))).toMatchObject({ status: 410 });
    expect(await catchRefusal(tus.patch(id, 10, bytes(1)))).toMatchObject({ status: 410 });
    expect(await giveUp()).toBe(1);
    expect(await files()).not.toContain(`${id}.resumable`);
    expect(await catchRefusal(tus.offset(id))).toMatchObject({ status: 404 });
  });

  it('leaves no file without a row, and removes none that is needed', async () => {
    const { composition } = server.instance;
    const old = new Date(Date.now() - hourMs);
    const open = await tus.begin({ lengthBytes: 100 });
    const waiting = await tus.begin({ lengthBytes: 10 });
    await tus.patch(waiting, 0, bytes(10));
    const orphan = uuidv7();
    await writeFile(fileOf(orphan), 'x');
    const young = uuidv7();
    await writeFile(fileOf(young), 'x');
    for (const id of [open, waiting, orphan]) await utimes(fileOf(id), old, old);
    await composition.ingest.removeExpiredUploads(100);
    const left = (await files()).filter((name) => /\.resumable$/.test(name));
    for (const id of [open, waiting, young]) expect(left).toContain(`${id}.resumable`);
    expect(left).not.toContain(`${orphan}.resumable`);
    await tus.cancel(open);
  });
});
