import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { endpoints } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  startObjectServer,
  type TestObjectServer,
} from '../../../platform/testing/start-object-server.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { createTestClient } from '../../../testing/test-client.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';

const mebibyte = 1024 ** 2;
const partBytes = 8 * mebibyte;
const Bucket = 'uploads-of-tests';

let objects: TestObjectServer;
let s3: S3Client;
let folder: string;
let environment: Record<string, string>;
/** How many requests that write are still refused. */
let throttled = 0;
/** Whether requests that remove stay without effect and answer. */
let holdsRemovals = false;
let line: http.Server;
let server: TestServer;
let other: ServerProcess;
let here: ReturnType<typeof createTusClient>;
let elsewhere: typeof here;

beforeAll(async () => {
  objects = await startObjectServer();
  const { endpoint, accessKeyId, secretAccessKey } = objects;
  const credentials = { accessKeyId, secretAccessKey };
  s3 = new S3Client({ endpoint, region: 'default', credentials, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket }));
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-shared-'));
  await writeFile(path.join(folder, 'id'), accessKeyId);
  await writeFile(path.join(folder, 'secret'), secretAccessKey);
  environment = {
    STORAGE: 's3',
    S3_ENDPOINT: await openLine(endpoint),
    S3_REGION: 'default',
    S3_BUCKET: Bucket,
    S3_ACCESS_KEY_FILE: path.join(folder, 'id'),
    S3_SECRET_KEY_FILE: path.join(folder, 'secret'),
    // No disk counts here.
    DISK_RESERVE_BYTES: `${1024 * 1024 ** 3}`,
  };
  server = await startTestServer({ environment });
  // The other process would make the first administrator.
  const user = await server.newUser('ADMIN');
  const { connectionString, dataDir } = server.instance.foundation;
  other = await startServerProcess({
    ...environment,
    ROLE: 'web',
    DATABASE_URL: connectionString,
    DATA_DIR: path.join(folder, 'other'),
    MASTER_KEY_FILE: path.join(dataDir, 'master.key'),
    SIGN_INS_PER_ADDRESS: '100000',
    MAX_LAG_MS: '0',
  });
  const again = await createTestClient(other.origin);
  await again.signIn(user.contactNumber, testPassword);
  [here, elsewhere] = [createTusClient(server.origin, user), createTusClient(other.origin, again)];
});
afterAll(async () => {
  await other?.kill();
  await server?.stop();
  s3?.destroy();
  line?.close();
  line?.closeAllConnections();
  await objects?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Opens a line to the object server on which it can ask for fewer requests, or leave removals. */
async function openLine(endpoint: string): Promise<string> {
  line = http.createServer((request, reply) => {
    if (request.method === 'PUT' && throttled > 0) {
      throttled -= 1;
      request.resume();
      reply.writeHead(503, { 'content-type': 'application/xml' });
      reply.end('<Error><Code>SlowDown</Code><Message>Please reduce your rate</Message></Error>');
      return;
    }
    if (request.method === 'DELETE' && holdsRemovals) return;
    const { method, headers, url } = request;
    const onward = http.request(endpoint + url, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    request.on('close', () => request.complete || onward.destroy());
    request.pipe(onward);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const address = line.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const bytes = (count: number) => new Uint8Array(randomBytes(count));
const sha256 = (of: Uint8Array) => `sha256 ${createHash('sha256').update(of).digest('base64')}`;
const keyOf = (id: string) => `uploads/${id}.resumable`;

/** What the bucket holds for an upload, unfinished ones too. */
async function inBucket(id: string) {
  const listed = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: `uploads/${id}` }));
  const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket }));
  const uploads = Uploads.filter(({ Key }) => Key?.startsWith(`uploads/${id}`));
  const keys = (listed.Contents ?? []).map(({ Key = '' }) => Key);
  return { keys, uploads, tails: keys.filter((key) => key.includes('.tails/')) };
}

async function readStored(key: string): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

/** A body of which a part arrives, until it is let go on. */
function holdBack(content: Uint8Array<ArrayBuffer>, firstBytes: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(content.slice(0, firstBytes));
      await promise;
      controller.enqueue(content.slice(firstBytes));
      controller.close();
    },
  });
  return { body, goOn: resolve };
}

const rowOf = (id: string) =>
  server.instance.foundation.db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** @param atBytes that count at least */
const untilStored = (id: string, atBytes: number) =>
  vi.waitFor(async () => expect((await rowOf(id)).offset_bytes).toBeGreaterThanOrEqual(atBytes), {
    timeout: 30_000,
    interval: 20,
  });

it('accepts bytes from one process at a time', async () => {
  const id = await here.begin({ lengthBytes: 200 });
  const held = holdBack(bytes(100), 50);
  const first = catchRefusal(elsewhere.patch(id, 0, held.body));
  await vi.waitFor(async () => expect((await rowOf(id)).writer).not.toBeNull(), {
    timeout: 30_000,
  });
  const content = bytes(60);
  expect(await here.patch(id, 0, content)).toBe(60);
  held.goOn();
  expect(await first).toMatchObject({ status: 423, reason: 'upload_busy' });
  expect(await here.offset(id)).toBe(60);
  const rest = bytes(140);
  expect(await elsewhere.patch(id, 60, rest)).toBe(200);
  expect(await readStored(keyOf(id))).toEqual(Buffer.concat([content, rest]));
  expect((await inBucket(id)).tails).toEqual([]);
});

it('counts bytes with a checksum whole or not at all', async () => {
  const content = bytes(partBytes + 1000);
  const id = await here.begin({ lengthBytes: content.length });
  const piece = content.slice(0, partBytes + 10);
  const wrong = { 'upload-checksum': sha256(content) };
  expect(await catchRefusal(here.patch(id, 0, piece, wrong))).toMatchObject({ status: 460 });
  expect(await here.offset(id)).toBe(0);
  const right = { 'upload-checksum': sha256(piece) };
  expect(await here.patch(id, 0, piece, right)).toBe(piece.length);
  const rest = content.slice(piece.length);
  expect(await here.patch(id, piece.length, rest, { 'upload-checksum': sha256(rest) })).toBe(
    content.length,
  );
  expect((await readStored(keyOf(id))).equals(content)).toBe(true);
});

it('waits for a store that asks for fewer requests, and pauses when that does not end', async () => {
  const content = bytes(2000);
  const id = await here.begin({ lengthBytes: content.length });
  throttled = 2;
  expect(await here.patch(id, 0, content.slice(0, 1000))).toBe(1000);
  expect(throttled).toBe(0);
  throttled = Number.POSITIVE_INFINITY;
  const refused = await catchRefusal(here.patch(id, 1000, content.slice(1000)));
  throttled = 0;
  expect([refused.status, refused.reason]).toEqual([503, 'file_store_unavailable']);
  expect(await here.offset(id)).toBe(1000);
  expect(await here.patch(id, 1000, content.slice(1000))).toBe(2000);
  expect((await readStored(keyOf(id))).equals(content)).toBe(true);
});

it('notices bytes that the store lost, and continues from there', async () => {
  const content = bytes(2 * partBytes + 2000);
  const id = await here.begin({ lengthBytes: content.length });
  const end = 2 * partBytes + 1000;
  await here.patch(id, 0, content.slice(0, end));
  const [tail = ''] = (await inBucket(id)).tails;
  await s3.send(new DeleteObjectCommand({ Bucket, Key: tail }));
  const lost = { status: 409, reason: 'upload_part_lost' };
  expect(await catchRefusal(here.patch(id, end, content.slice(end)))).toMatchObject(lost);
  expect(await here.offset(id)).toBe(2 * partBytes);

  // Another part in place of the second one.
  const { object_upload_id: UploadId } = await rowOf(id);
  const part = { Bucket, Key: keyOf(id), UploadId: UploadId ?? '', PartNumber: 2 };
  await s3.send(new UploadPartCommand({ ...part, Body: bytes(partBytes) }));
  const rest = content.slice(2 * partBytes);
  expect(await catchRefusal(here.patch(id, 2 * partBytes, rest))).toMatchObject(lost);
  expect(await here.offset(id)).toBe(partBytes);
  expect(await here.patch(id, partBytes, content.slice(partBytes))).toBe(content.length);
  expect((await readStored(keyOf(id))).equals(content)).toBe(true);
});

it('becomes a video by the next request where the row could not be written', async () => {
  const admin = await server.superAdmin();
  const tus = createTusClient(server.origin, admin);
  const { id: videoId } = await admin.call(endpoints.videos.create, { body: { title: 'Waves' } });
  const content = bytes(1000);
  const id = await tus.begin({ lengthBytes: content.length, metadata: { videoId } });
  await tus.patch(id, 0, content.slice(0, 400));
  const params = { id: videoId };
  await admin.call(endpoints.videos.remove, { params });
  const rest = content.slice(400);
  expect(await catchRefusal(tus.patch(id, 400, rest))).toMatchObject({ status: 422 });
  // The file is whole by now, and its parts are no more.
  expect((await inBucket(id)).uploads).toEqual([]);
  await admin.call(endpoints.videos.restore, { params });
  expect(await tus.patch(id, 400, rest)).toBe(content.length);
  expect((await readStored(keyOf(id))).equals(content)).toBe(true);
  const job = await admin.call(endpoints.uploads.job, { params: { id } });
  expect(job).toMatchObject({ state: 'queued', videoId });
});

it('leaves nothing when it is discarded, given up or was never recorded', async () => {
  const discarded = await here.begin({ lengthBytes: 100 });
  await here.patch(discarded, 0, bytes(10));
  await here.cancel(discarded);
  const nothing = { keys: [], uploads: [], tails: [] };
  expect(await inBucket(discarded)).toEqual(nothing);

  const expired = await here.begin({ lengthBytes: 100 });
  await here.patch(expired, 0, bytes(10));
  const open = await here.begin({ lengthBytes: 100 });
  await here.patch(open, 0, bytes(10));
  const orphans = [uuidv7(), uuidv7()];
  const [unfinished = '', object = ''] = orphans;
  const orphan = { Bucket, Key: `uploads/${unfinished}.source` };
  await s3.send(new CreateMultipartUploadCommand(orphan));
  await s3.send(new PutObjectCommand({ Bucket, Key: keyOf(object), Body: bytes(10) }));
  const { db } = server.instance.foundation;
  await db
    .updateTable('resumable_uploads')
    .set({ expires_at: new Date(0) })
    .where('id', '=', expired)
    .execute();
  const sweep = (at: TestServer) =>
    Promise.all(
      at.instance.composition.ingest.retentionJobs
        .filter(({ name }) => /uploads/.test(name))
        .map(({ removeSome }) => removeSome(100)),
    );
  await sweep(server);
  expect(await inBucket(expired)).toEqual(nothing);
  // They may belong to uploads that begin at this moment.
  expect((await inBucket(unfinished)).uploads).toHaveLength(1);
  expect((await inBucket(object)).keys).toHaveLength(1);
  const later = await startTestServer({
    beside: server,
    environment,
    clock: { now: () => new Date(Date.now() + 2 * 3_600_000) },
  });
  try {
    await sweep(later);
  } finally {
    await later.stop();
  }
  for (const id of orphans) expect(await inBucket(id)).toEqual(nothing);
  expect((await inBucket(open)).uploads).toHaveLength(1);
  await here.cancel(open);
});

it('accepts a form too, and lists the uploads in the bucket', async () => {
  const content = bytes(partBytes + 5000);
  const admin = await server.superAdmin();
  const { id } = await uploadVideo(server.origin, admin, { title: 'Waves', content });
  expect((await readStored(`uploads/${id}.source`)).equals(content)).toBe(true);
  const told = await admin.call(endpoints.storage.use, {});
  expect(told.disk.awaitedBytes).toBe(0);
});

it('goes on in another process when the first is killed in the middle', async () => {
  const content = bytes(20 * mebibyte);
  const id = await elsewhere.begin({ lengthBytes: content.length });
  // Less than a part: as lasting as the rest.
  expect(await elsewhere.patch(id, 0, content.slice(0, 3 * mebibyte))).toBe(3 * mebibyte);
  expect((await inBucket(id)).tails).toHaveLength(1);
  // It ends where the part counts, and what the part replaced is still there.
  holdsRemovals = true;
  const held = holdBack(content.slice(3 * mebibyte), 10 * mebibyte);
  const sent = elsewhere.patch(id, 3 * mebibyte, held.body).catch(() => 'cut off');
  await untilStored(id, partBytes);
  await other.kill();
  holdsRemovals = false;
  expect(await sent).toBe('cut off');
  held.goOn();
  expect((await inBucket(id)).tails).not.toEqual([]);
  const offset = await here.offset(id);
  expect(offset).toBe(partBytes);
  expect(await here.patch(id, offset, content.slice(offset))).toBe(content.length);
  expect((await readStored(keyOf(id))).equals(content)).toBe(true);
  expect(await inBucket(id)).toEqual({ keys: [keyOf(id)], uploads: [], tails: [] });
  expect(await here.offset(id)).toBe(content.length);
  for (const dir of [server.instance.foundation.dataDir, path.join(folder, 'other')]) {
    expect(await readdir(path.join(dir, 'uploads')).catch(() => [])).toEqual([]);
  }
});
