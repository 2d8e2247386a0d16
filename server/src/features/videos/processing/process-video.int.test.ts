import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type MediaTools, resolveTools } from '@prahari/media';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemClock } from '../../../platform/clock/clock.ts';
import { type Db, openDatabase } from '../../../platform/db/database.ts';
import { createLog } from '../../../platform/log/log.ts';
import { openDiskStorage } from '../../../platform/storage/disk.ts';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { makeLectureClip } from '../../../testing/lecture-clip.ts';
import { createCatalogueRepository } from '../catalogue/index.ts';
import { createUploadJobsRepository } from '../upload/index.ts';
import { createAttemptsRepository } from './attempts.repository.ts';
import { createContentKeysRepository } from './content-keys.repository.ts';
import { createContentKeys } from './content-keys.usecases.ts';
import { maxAttempts } from './failure.rules.ts';
import { createProcessVideo } from './tasks/process-video.task.ts';
import { createRemoveLeftovers } from './tasks/remove-leftovers.task.ts';

const clock = systemClock;
const attempts = createAttemptsRepository();
const videos = createCatalogueRepository();
const keys = createContentKeysRepository();
const log = createLog('silent');
let dir: string;
let db: Db;
let database: { connectionString: string; drop(): Promise<void> };
let storage: ObjectStorage;
let tools: MediaTools;
let clip: string;
let userId: string;

const at = (...names: string[]) => path.join(dir, ...names);
const folders = () => ({ uploadDir: at('uploads'), workDir: at('work') });

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-processing-'));
  tools = await resolveTools(process.env);
  clip = (await makeLectureClip(tools, dir)).file;
  await mkdir(at('uploads'));
  await mkdir(at('work'));
  database = await createTestDatabase(inject('databaseServer'));
  const onError = () => undefined;
  ({ db } = openDatabase(database.connectionString, { poolSize: 4, onError }));
  storage = openDiskStorage(at('media'));
  userId = uuidv7();
  const now = clock.now();
  const person = { name: 'Ravi', contact_number: '+919811111111', country_code: '+91' };
  const role = { user_type: 'ADMIN', status: 'active' } as const;
  await db
    .insertInto('users')
    .values({ id: userId, ...person, ...role, created_at: now, updated_at: now })
    .execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

/** A lecture that was just uploaded. */
async function uploaded(): Promise<{ jobId: string; videoId: string; source: string }> {
  const [jobId, videoId] = [uuidv7(), uuidv7()];
  const sourceName = `${jobId}.source`;
  const base = { createdBy: userId, now: clock.now() };
  const video = { id: videoId, title: 'Light', description: '', publishWhenReady: true };
  await videos.insert(db, { ...video, ...base });
  const job = { id: jobId, videoId, fileName: 'x.mp4', fileSizeBytes: 1, sourceName };
  await createUploadJobsRepository().insert(db, { ...job, ...base });
  await copyFile(clip, at('uploads', sourceName));
  return { jobId, videoId, source: sourceName };
}

function taskWith(masterKey: Buffer, given = tools) {
  const contentKeys = createContentKeys({ db, clock, masterKey, keys });
  const deps = { db, clock, log, storage, attempts, videos, keys, contentKeys, ...folders() };
  return createProcessVideo(deps, given);
}

const masterKey = randomBytes(32);
async function run(jobId: string, signal = new AbortController().signal, given = tools) {
  return taskWith(masterKey, given)({ data: { jobId }, signal, attempt: 1 });
}

async function standing(jobId: string) {
  return db.selectFrom('upload_jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow();
}

async function filesOf(jobId: string): Promise<string[]> {
  const names = [...(await readdir(at('uploads'))), ...(await readdir(at('work')))];
  return names.filter((name) => name.startsWith(jobId));
}

describe('a try that dies with its process', () => {
  it('is followed by another, which finishes with the same keys', async () => {
    const { jobId, videoId } = await uploaded();
    await attempts.begin(db, jobId, clock.now());
    const contentKeys = createContentKeys({ db, clock, masterKey, keys });
    const before = await contentKeys.ensure(videoId, new Set(['AUDIO', 'SD'] as const));
    await mkdir(at('work', jobId, '1', 'transcoded'), { recursive: true });
    await writeFile(at('work', jobId, '1', 'transcoded', 'v180.mp4'), 'half a file');
    await run(jobId);
    expect(await standing(jobId)).toMatchObject({ state: 'completed', attempts: 2, progress: 1 });
    const video = await videos.findById(db, videoId);
    expect(video).toMatchObject({ status: 'ready', published: true });
    const after = await contentKeys.ofVideo(videoId);
    for (const { qualityClass, key } of after) expect(before[qualityClass]?.key).toEqual(key);
    expect(await filesOf(jobId)).toEqual([]);
  });

  it('after publishing leaves media that the next try replaces whole', async () => {
    const { jobId, videoId } = await uploaded();
    await attempts.begin(db, jobId, clock.now());
    await mkdir(at('half', 'v999'), { recursive: true });
    await writeFile(at('half', 'v999', '1.m4s'), 'of the first try');
    await storage.publish(at('half'), `videos/${videoId}`);
    await mkdir(at('media', 'videos', `${videoId}.${uuidv7()}.new`));
    await run(jobId);
    expect((await readdir(at('media', 'videos', videoId))).sort()).toEqual(
      ['audio', 'manifest.mpd', 'master.m3u8', 'poster.jpg', 'v180'].sort(),
    );
    const beside = await readdir(at('media', 'videos'));
    expect(beside.filter((name) => name.startsWith(videoId))).toEqual([videoId]);
  });

  it('is given up in plain words when that happens again and again', async () => {
    const { jobId, videoId } = await uploaded();
    for (let i = 0; i < maxAttempts; i += 1) await attempts.begin(db, jobId, clock.now());
    await run(jobId);
    const job = await standing(jobId);
    expect(job).toMatchObject({ state: 'failed', failure_code: 'interrupted' });
    expect(await videos.findById(db, videoId)).toMatchObject({ status: 'failed' });
    expect(await filesOf(jobId)).toEqual([]);
  });

  it('only leaves files when it had finished', async () => {
    const { jobId, source } = await uploaded();
    await run(jobId);
    await copyFile(clip, at('uploads', source));
    await mkdir(at('work', jobId));
    await run(jobId);
    expect(await standing(jobId)).toMatchObject({ state: 'completed', attempts: 1 });
    expect(await filesOf(jobId)).toEqual([]);
  });
});

describe('a try', () => {
  it('that a stop of the server cuts off is not counted', async () => {
    const { jobId } = await uploaded();
    const stopping = new AbortController();
    stopping.abort();
    await expect(run(jobId, stopping.signal)).rejects.toThrow();
    expect(await standing(jobId)).toMatchObject({ state: 'queued', attempts: 0, step: null });
    expect(await filesOf(jobId)).toContain(`${jobId}.source`);
    await run(jobId);
    expect(await standing(jobId)).toMatchObject({ state: 'completed', attempts: 1 });
  });

  it('that fails without fault of the file is repeated, and in the end given up', async () => {
    const { jobId, videoId } = await uploaded();
    const broken = { ...tools, packager: at('no-such-program') };
    const signal = new AbortController().signal;
    for (let i = 1; i < maxAttempts; i += 1) {
      await expect(run(jobId, signal, broken)).rejects.toThrow();
      expect(await standing(jobId)).toMatchObject({ state: 'queued', attempts: i });
    }
    await run(jobId, signal, broken);
    const job = await standing(jobId);
    expect(job).toMatchObject({ state: 'failed', step: 'package', attempts: maxAttempts });
    expect(job.failure_message).not.toContain(dir);
    expect(await keys.ofVideo(db, videoId)).toEqual([]);
    expect(await filesOf(jobId)).toEqual([]);
    const failed = await db.selectFrom('events').select('data').where('name', '=', 'video.failed');
    const told = (await failed.execute()).map((event) => event.data);
    expect(told).toContainEqual({ videoId, jobId, code: job.failure_code });
  });

  it('that was taken for dead can neither report nor finish', async () => {
    const { jobId } = await uploaded();
    const first = await attempts.begin(db, jobId, clock.now());
    const second = await attempts.begin(db, jobId, clock.now());
    const at = { step: 'transcode', progress: 0.5, speed: 1, etaSeconds: 9 } as const;
    const failure = { code: 'x', message: 'x' };
    expect(await attempts.report(db, first!, at, clock.now())).toBe(false);
    expect(await attempts.complete(db, first!, clock.now())).toBe(false);
    expect(await attempts.fail(db, first!, failure, clock.now())).toBe(false);
    expect(await attempts.report(db, second!, at, clock.now())).toBe(true);
    expect(await attempts.complete(db, second!, clock.now())).toBe(true);
  });

  it('without its file says so', async () => {
    const { jobId, source } = await uploaded();
    await rm(at('uploads', source));
    await run(jobId);
    expect(await standing(jobId)).toMatchObject({
      state: 'failed',
      failure_code: 'source_missing',
    });
  });

  it('under another master key fails, and changes no key', async () => {
    const { jobId, videoId } = await uploaded();
    const contentKeys = createContentKeys({ db, clock, masterKey, keys });
    await contentKeys.ensure(videoId, new Set(['SD'] as const));
    const other = taskWith(randomBytes(32));
    const signal = new AbortController().signal;
    await expect(other({ data: { jobId }, signal, attempt: 1 })).rejects.toThrow(/sealed/);
    expect((await contentKeys.ofVideo(videoId)).map((key) => key.qualityClass)).toEqual(['SD']);
  });
});

describe('leftovers', () => {
  it('go when they are old and belong to no open job; nothing else does', async () => {
    const open = await uploaded();
    const [oldId, youngId] = [uuidv7(), uuidv7()];
    const old = new Date(clock.now().getTime() - 3_600_000);
    await writeFile(at('uploads', `${oldId}.source`), 'x');
    await writeFile(at('uploads', `${youngId}.source`), 'x');
    await writeFile(at('uploads', 'notes.txt'), 'x');
    await mkdir(at('work', oldId, '1'), { recursive: true });
    const aged = [
      at('uploads', `${oldId}.source`),
      at('uploads', open.source),
      at('uploads', 'notes.txt'),
      at('work', oldId),
    ];
    for (const file of aged) await utimes(file, old, old);
    await createRemoveLeftovers({ db, clock, attempts, ...folders() })();
    const left = [...(await readdir(at('uploads'))), ...(await readdir(at('work')))];
    expect(left).toEqual(expect.arrayContaining([open.source, `${youngId}.source`, 'notes.txt']));
    expect(left.filter((name) => name.startsWith(oldId))).toEqual([]);
  });
});
