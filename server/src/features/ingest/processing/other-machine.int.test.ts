import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { buildUrl, endpoints } from '@prahari/contract';
import { createApiClient, type DeviceKeys } from '@prahari/testkit';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import {
  startObjectServer,
  type TestObjectServer,
} from '../../../platform/testing/start-object-server.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { importUsers, waitForImport } from '../../../testing/import-users.ts';
import { findMediaTools } from '../../../testing/media-tools.ts';
import { fetchSegment, playVideo } from '../../../testing/play-video.ts';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts';
import { type Hosts, startHosts } from '../../../testing/start-hosts.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';
import { makeClip } from '../../../testing/video-clip.ts';
import { openProcessing, wireProcessing } from './processing.fixture.ts';
import { listSteps } from './steps.repository.ts';

const { users, videos } = endpoints;
const Bucket = 'shared-by-machines';
const patienceMs = 240_000;
/** Three seconds at most on a machine that does nothing else. */
const inTimeMs = 10_000;
/** The address of all web processes, whose balancer is the test itself. */
const publicUrl = 'http://prahari.test';

let hosts: Hosts;
let objects: TestObjectServer;
let s3: S3Client;
let folder: string;
let environment: Record<string, string>;
let server: TestServer;
const processes: ServerProcess[] = [];

beforeAll(async () => {
  hosts = await startHosts();
  objects = await startObjectServer(hosts.address);
  const { endpoint, accessKeyId, secretAccessKey } = objects;
  const credentials = { accessKeyId, secretAccessKey };
  s3 = new S3Client({ endpoint, region: 'default', credentials, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket }));
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-machines-'));
  await writeFile(path.join(folder, 'id'), accessKeyId);
  await writeFile(path.join(folder, 'secret'), secretAccessKey);
  environment = {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_REGION: 'default',
    S3_BUCKET: Bucket,
    S3_ACCESS_KEY_FILE: path.join(folder, 'id'),
    S3_SECRET_KEY_FILE: path.join(folder, 'secret'),
  };
  server = await startTestServer({ environment });
  // A process of its own would make itself an administrator, whose password it prints.
  await server.superAdmin();
});
afterAll(async () => {
  for (const each of processes) await each.kill();
  await server?.stop();
  s3?.destroy();
  await objects?.stop();
  await hosts?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** A process on a host of its own, with a data folder of its own. */
async function startProcess(name: string, role: 'web' | 'worker') {
  const { connectionString, dataDir } = server.instance.foundation;
  const ownDir = path.join(folder, name);
  await mkdir(ownDir);
  await copyFile(path.join(dataDir, 'master.key'), path.join(ownDir, 'master.key'));
  const host = await hosts.add(connectionString);
  const started = await startServerProcess(
    {
      ...environment,
      ROLE: role,
      PUBLIC_URL: publicUrl,
      DATABASE_URL: host.databaseUrl,
      DATA_DIR: ownDir,
      // Hosts share their processors with the tests.
      MAX_LAG_MS: '0',
    },
    host,
  );
  processes.push(started);
  return Object.assign(started, { host });
}

/** Signs in at the public address; all calls come to that process. */
async function connectTo(
  { origin }: ServerProcess,
  user: { readonly contactNumber: string; readonly keys?: DeviceKeys },
): Promise<TestClient> {
  const client = await createApiClient(publicUrl, {
    keys: user.keys,
    transport: (url, request) => fetch(`${url}`.replace(publicUrl, origin), request),
  });
  await client.signIn(user.contactNumber, testPassword);
  return client;
}

const startWorker = (name: string) => startProcess(name, 'worker');

async function keysBelow(prefix: string): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
  return Contents.map(({ Key = '' }) => Key);
}

const stepsOf = async (jobId: string) =>
  new Map(
    (await listSteps(server.instance.foundation.db, jobId)).map((row) => [row.step, row] as const),
  );

async function findSuperAdmin() {
  const { contact_number } = await server.instance.foundation.db
    .selectFrom('users')
    .select('contact_number')
    .where('user_type', '=', 'SUPER_ADMIN')
    .executeTakeFirstOrThrow();
  return { contactNumber: contact_number };
}

/** A clip whose better renditions are made after the lowest, which play early. */
async function makeWideClip(): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.join(folder, 'wide.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=852x480:r=2:d=26'];
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '4', '-f', 'mp4'];
  await makeClip(await findMediaTools(), file, [...picture, ...encoding]);
  return new Uint8Array(await readFile(file));
}

it('finishes the job of a worker killed on another machine, without its folder', async () => {
  const admin = await server.superAdmin();
  const content = await makeWideClip();
  const video = { title: 'Waves', publish: true, content };
  const { id: jobId, videoId } = await uploadVideo(server.origin, admin, video);
  const first = await startWorker('first');
  await vi.waitFor(
    async () => expect((await stepsOf(jobId)).get('publish_low')?.state).toBe('completed'),
    { timeout: patienceMs, interval: 20 },
  );
  await first.kill();
  expect((await stepsOf(jobId)).get('publish')?.state).toBe('waiting');
  const low = await keysBelow(`videos/${videoId}/v240/`);

  await startWorker('second');
  await vi.waitFor(
    async () => {
      const job = await admin.call(endpoints.uploads.job, { params: { id: jobId } });
      expect(job.state).toBe('completed');
    },
    { timeout: patienceMs, interval: 100 },
  );
  const steps = await stepsOf(jobId);
  // Their files were on the other machine, and the better renditions are packaged beside them.
  expect(steps.get('transcode_low')?.attempts).toBe(2);
  // What is published never changes.
  expect(steps.get('publish_low')?.attempts).toBe(1);
  expect(await keysBelow(`videos/${videoId}/v240/`)).toEqual(low);
  await expect.poll(() => readdir(path.join(folder, 'second', 'work'))).toEqual([]);
  await expect.poll(() => keysBelow('uploads/')).toEqual([]);

  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const stream = await playVideo(learner, videoId);
  const { text } = stream.manifest;
  const heights = [...text.matchAll(/height="(\d+)"/g)].map(([, height]) => Number(height));
  expect(heights.toSorted((a, b) => a - b)).toEqual([144, 240, 360, 480]);
  for (const name of ['v144', 'v480']) {
    expect(await fetchSegment(server.origin, learner, stream, `${name}/1.m4s`)).toBe(200);
  }
}, 600_000);

it('makes one lecture on two machines that share no folder', async () => {
  const admin = await server.superAdmin();
  await startWorker('third');
  // Four pieces of each group of renditions.
  const file = path.join(folder, 'lecture.mp4');
  const sources = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=852x480:r=10:d=98',
    '-f',
    'lavfi',
    '-i',
    'sine=d=98',
  ];
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-f', 'mp4'];
  await makeClip(await findMediaTools(), file, [...sources, ...encoding]);
  const content = new Uint8Array(await readFile(file));
  const { id: jobId, videoId } = await uploadVideo(server.origin, admin, {
    title: 'Tides',
    publish: true,
    content,
  });
  const { db } = server.instance.foundation;
  const made = new Set<string>();
  const stored = new Set<string>();
  await vi.waitFor(
    async () => {
      for (const key of await keysBelow('parts/')) stored.add(key);
      const rows = await db.selectFrom('encoding_parts').select(['id', 'state']).execute();
      for (const { id, state } of rows) if (state === 'made') made.add(id);
      const job = await admin.call(endpoints.uploads.job, { params: { id: jobId } });
      expect(job).toMatchObject({ state: 'completed', attempts: 1 });
    },
    { timeout: patienceMs, interval: 50 },
  );
  expect(made.size).toBeGreaterThan(0);
  for (const id of made) expect([...stored].filter((key) => key.includes(id))).not.toEqual([]);
  await expect.poll(() => keysBelow('parts/')).toEqual([]);
  await expect.poll(() => keysBelow('uploads/')).toEqual([]);
  for (const name of ['second', 'third']) {
    const left = () => readdir(path.join(folder, name, 'work'));
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  }
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const stream = await playVideo(learner, videoId);
  expect(await fetchSegment(server.origin, learner, stream, 'v480/49.m4s')).toBe(200);
}, 600_000);

it('plays through one process a video that another received and a third made, while the first is killed', async () => {
  const [first, last] = await Promise.all(['received', 'plays'].map((n) => startProcess(n, 'web')));
  if (!first || !last) throw new Error('two were started');
  const admin = await connectTo(first, await findSuperAdmin());
  const { id: jobId, videoId } = await uploadVideo(first.origin, admin, {
    title: 'Monsoon',
    publish: true,
    content: await makeWideClip(),
  });
  await startWorker('makes');
  const learner = await connectTo(last, await server.newUser());
  await learner.confirmPassword(testPassword);
  const standing = async () =>
    (await admin.call(endpoints.uploads.job, { params: { id: jobId } })).state;
  await expect.poll(standing, { timeout: patienceMs }).toBe('completed');
  const stream = await playVideo(learner, videoId);
  expect(await fetchSegment(last.origin, learner, stream, 'v480/1.m4s')).toBe(200);
  const lesson = buildUrl('', videos.get, { params: { id: videoId } });
  const headers = await learner.headersFor('GET', publicUrl + lesson);
  expect((await fetch(first.origin + lesson, { headers })).status).toBe(200);
  const replayed = await fetch(last.origin + lesson, { headers });
  expect(await replayed.json()).toMatchObject({ error: { details: { reason: 'proof_replayed' } } });
  await first.kill();
  await expect(fetch(first.origin)).rejects.toThrow();
  for (const segment of ['v480/2.m4s', 'v144/1.m4s']) {
    expect(await fetchSegment(last.origin, learner, stream, segment)).toBe(200);
  }
  const { playbackSessionId: playbackSession } = stream;
  const paused = { id: randomUUID(), event: 'pause' as const, position: 4, duration: 26 };
  const events = [{ ...paused, timestamp: new Date().toISOString() }];
  await learner.call(videos.analytics, {
    params: { id: videoId },
    body: { playbackSession, events },
  });
  expect((await learner.call(videos.get, { params: { id: videoId } })).resumeAtSeconds).toBe(4);
  expect((await playVideo(learner, videoId, true)).playbackSessionId).not.toBe(playbackSession);
}, 600_000);

it('plays on while the database is out of reach, and then refuses sessions that ended meanwhile', async () => {
  const web = await startProcess('partitioned', 'web');
  const { videoId } = await addReadyVideo(server, { files: { 'v180/1.m4s': new Uint8Array(99) } });
  const watch = async () => {
    const { contactNumber, keys, userId } = await server.newUser();
    const client = await connectTo(web, { contactNumber, keys });
    await client.confirmPassword(testPassword);
    const stream = await playVideo(client, videoId);
    return {
      userId,
      call: () => client.call(videos.get, { params: { id: videoId } }),
      segment: () => fetchSegment(web.origin, client, stream),
    };
  };
  const [staying, ended] = [await watch(), await watch()];
  const readiness = async () => (await fetch(`${web.origin}/health/readiness`)).status;
  expect([await staying.segment(), await ended.segment(), await readiness()]).toEqual([
    200, 200, 200,
  ]);

  await web.host.cutFromDatabase();
  const refuse = async () => {
    const begunMs = performance.now();
    const { status, reason } = await catchRefusal(staying.call());
    expect({ status, reason }).toEqual({ status: 503, reason: 'database_unavailable' });
    expect(performance.now() - begunMs).toBeLessThan(inTimeMs);
  };
  // Calls that find an open connection, and one that comes later.
  await Promise.all([refuse(), refuse(), refuse()]);
  await refuse();
  expect(await readiness()).toBe(503);
  expect((await fetch(`${web.origin}/health/liveness`)).status).toBe(200);
  const admin = await server.superAdmin();
  await admin.call(users.signOut, { params: { id: ended.userId } });
  // It can't hear of that.
  expect([await staying.segment(), await ended.segment()]).toEqual([200, 200]);

  await web.host.reconnect();
  const begunMs = performance.now();
  await expect.poll(() => staying.call()).toMatchObject({ id: videoId });
  expect(performance.now() - begunMs).toBeLessThan(inTimeMs);
  expect((await catchRefusal(ended.call())).status).toBe(401);
  await expect.poll(ended.segment).toBe(403);
  await expect.poll(readiness).toBe(200);
  expect(await staying.segment()).toBe(200);
  expect(web.deaths()).toBe(0);
}, 600_000);

it('imports a spreadsheet that another machine received', async () => {
  const admin = await server.superAdmin();
  const content = 'name,contactNumber\nAsha Kumari,9811111111\nRavi Das,9822222222\n';
  const { id } = await importUsers(server.origin, admin, { content });
  expect(await waitForImport(admin, id)).toMatchObject({ state: 'completed' });
  await expect.poll(() => keysBelow('imports/')).toEqual([]);
  const left = await readdir(path.join(folder, 'second', 'work'));
  expect(left.filter((name) => name.includes(id))).toEqual([]);
});

it('repeats a step whose local result is older than the valid one', async () => {
  await using p = await openProcessing(inject('databaseServer'));
  const there = wireProcessing(p.db, path.dirname(p.folders.workDir), { workDir: p.at('other') });
  const broken = { ...p.tools, packager: p.at('no-packager') };
  const { signal } = new AbortController();
  const { jobId } = await p.uploaded();
  const tryHere = (tools = broken) => p.run(jobId, signal, tools);
  const tryThere = () => there.taskWith(p.masterKey, broken)({ data: { jobId }, signal });
  const madeLow = async () => {
    const rows = await listSteps(p.db, jobId);
    return rows.find(({ step }) => step === 'transcode_low')?.attempts;
  };
  await expect(tryHere()).rejects.toThrow();
  expect(await madeLow()).toBe(1);
  await expect(tryThere()).rejects.toThrow();
  expect(await madeLow()).toBe(2);
  await expect(tryHere()).rejects.toThrow();
  expect(await madeLow()).toBe(3);
  await tryHere(p.tools);
  expect(await madeLow()).toBe(3);
  expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
});
