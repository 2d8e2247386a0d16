import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { EncryptionScheme } from '@prahari/contract';
import type { MediaTools, QualityClass } from '@prahari/media';
import { v7 as uuidv7 } from 'uuid';
import { systemClock as clock } from '../../../platform/clock/clock.ts';
import { createFixedKeys, type SealingKeys } from '../../../platform/crypto/seal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { claimLease, type Lease } from '../../../platform/jobs/lease.ts';
import type { JobQueue, JobRun } from '../../../platform/jobs/queue.ts';
import { createLog } from '../../../platform/log/log.ts';
import { openDiskStorage } from '../../../platform/storage/disk.ts';
import { lapseLeases } from '../../../platform/testing/lapse-leases.ts';
import { createTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { createUploadFolder } from '../../../platform/uploads/upload-folder.ts';
import { findMediaTools } from '../../../testing/media-tools.ts';
import { makeClip, makeVideoClip } from '../../../testing/video-clip.ts';
import { computeEffectiveRights } from '../../users/index.ts';
import { type CallerRights, insertVideo, type VideoRow } from '../../videos/index.ts';
import type { KeySet } from '../keys/content-keys.repository.ts';
import {
  createContentKeyCache,
  ensureContentKeys,
  findCurrentKeys,
} from '../keys/content-keys.usecases.ts';
import type { KeyService } from '../keys/key-service.config.ts';
import { removePicturesKind } from '../pictures/tasks/remove-pictures.task.ts';
import { insertUploadJob } from '../upload/upload-jobs.repository.ts';
import { jobToLease } from './attempts.repository.ts';
import { processVideo } from './tasks/process-video.task.ts';

/** Composes the processing of videos over a database and the folder of a test. */
export function wireProcessing(
  db: Db,
  dir: string,
  {
    keyService,
    pieceSeconds,
    workDir = path.join(dir, 'work'),
  }: { keyService?: KeyService | undefined; pieceSeconds?: number; workDir?: string } = {},
) {
  const folders = { uploadDir: path.join(dir, 'uploads'), workDir };
  const store = createUploadFolder({ dir: folders.uploadDir, reserveBytes: 0 });
  const partDir = path.join(dir, 'parts');
  const partStore = createUploadFolder({ dir: partDir, reserveBytes: 0 });
  const storage = openDiskStorage(path.join(dir, 'media'));
  /** The folder of the embedded database in a test. */
  const databaseDirs: string[] = [];
  const diskFolders = { files: [folders.workDir], database: databaseDirs };
  const log = createLog('silent');
  const retired: string[][] = [];
  const queue: Pick<JobQueue, 'enqueue'> = {
    async enqueue(_trx, kind, data) {
      if (kind.name !== removePicturesKind.name) return;
      retired.push(removePicturesKind.parse(data).names);
    },
  };
  const stores = { storage, store, partStore };
  const base = { db, clock, log, ...stores, queue, keyService, pieceSeconds, diskFolders };
  const keyring = (masterKey: SealingKeys) => {
    const deps = { ...base, masterKey };
    const cache = createContentKeyCache(deps);
    return {
      ...cache,
      current: (videoId: string) => findCurrentKeys(deps, videoId),
      ensure: (set: KeySet, classes: ReadonlySet<QualityClass>) =>
        ensureContentKeys(deps, set, classes, (write) => db.transaction().execute(write)),
    };
  };
  const taskWith =
    (masterKey: SealingKeys, tools: MediaTools, schemes: readonly EncryptionScheme[] = ['cbcs']) =>
    (run: Pick<JobRun<{ jobId: string }>, 'data' | 'signal'>) =>
      processVideo({ ...base, ...folders, masterKey, tools, schemes }, run);
  return { base, folders, keyring, taskWith, retired, databaseDirs };
}

/** Opens the processing of videos on a new database and new folders, without queue and HTTP. */
export async function openProcessing(
  databaseServer: Parameters<typeof createTestDatabase>[0],
  keyService?: KeyService,
) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-processing-'));
  const at = (...names: string[]) => path.join(dir, ...names);
  const tools = await findMediaTools();
  const clip = (await makeVideoClip(tools, dir)).file;
  await mkdir(at('uploads'));
  await mkdir(at('work'));
  const database = await createTestDatabase(databaseServer);
  const { db } = openTestDatabase(database.connectionString, 4);
  const masterBytes = randomBytes(32);
  const masterKey = createFixedKeys(masterBytes);
  const wired = wireProcessing(db, dir, { keyService });
  const { base, folders, taskWith, keyring } = wired;
  const nameOf = async () => 'Ravi';
  /** Its administrators manage every video. */
  const videos = {
    async requireManagedVideo(_by: CallerRights, row: VideoRow | undefined): Promise<VideoRow> {
      if (!row) throw new Error('there is no such video');
      return row;
    },
  };

  const userId = uuidv7();
  const rights = computeEffectiveRights({ userType: 'ADMIN', permissions: null, adminScope: null });
  const now = clock.now();
  const person = { name: 'Ravi', contact_number: '+919811111111', country_code: '+91' };
  const role = { user_type: 'ADMIN', status: 'active' } as const;
  await db
    .insertInto('users')
    .values({ id: userId, ...person, ...role, created_at: now, updated_at: now })
    .execute();

  async function uploaded() {
    const [videoId, jobId] = [uuidv7(), uuidv7()];
    const source = `${jobId}.source`;
    const created = { createdBy: userId, now: clock.now() };
    const video = { id: videoId, title: 'Light', description: '', publishWhenReady: true };
    await insertVideo(db, { ...video, ...created });
    const job = { id: jobId, videoId, fileName: 'x.mp4', fileSizeBytes: 1, sourceName: source };
    await insertUploadJob(db, { ...job, ...created });
    await copyFile(clip, at('uploads', source));
    return { jobId, videoId, source };
  }

  return {
    ...base,
    /** Names of pictures that were replaced, by act. */
    retired: wired.retired,
    databaseDirs: wired.databaseDirs,
    at,
    tools,
    clip,
    folders,
    masterKey,
    keyring,
    nameOf,
    videos,
    /** The administrator who controls its jobs. */
    by: { userId, userType: 'ADMIN', ...rights, address: 'local' } as const,
    userId,
    uploaded,
    /** The database and folders, for another process. */
    place: { connectionString: database.connectionString, dir, masterKey: masterBytes },
    taskWith: (master: SealingKeys, given = tools) => taskWith(master, given),

    /** Of the manifests that are current; 0 before the first publication. */
    async mediaRevision(videoId: string): Promise<number> {
      const { media_revision } = await db
        .selectFrom('videos')
        .select('media_revision')
        .where('id', '=', videoId)
        .executeTakeFirstOrThrow();
      return media_revision;
    },

    /** A long upload of 852 × 480, whose better renditions are made after the lowest. */
    async uploadedWide() {
      const job = await uploaded();
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=852x480:r=2:d=26'];
      const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '4', '-f', 'mp4'];
      await makeClip(tools, at('uploads', job.source), [...picture, ...encoding]);
      return job;
    },

    /** As long and as large: two slides, with a tone. */
    async uploadedSlides() {
      const job = await uploaded();
      const slide = 'testsrc=s=852x480:r=5:d=0.2,loop=64:1';
      const slides = `${slide}[one];${slide},negate[two];[one][two]concat=n=2`;
      const sources = ['-f', 'lavfi', '-i', slides, '-f', 'lavfi', '-i', 'sine=d=26'];
      const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac', '-f', 'mp4'];
      await makeClip(tools, at('uploads', job.source), [...sources, ...encoding]);
      return job;
    },

    /** One try of the job. */
    run: (
      jobId: string,
      signal: AbortSignal = new AbortController().signal,
      given: MediaTools = tools,
      schemes?: readonly EncryptionScheme[],
    ) => taskWith(masterKey, given, schemes)({ data: { jobId }, signal }),

    /** A try that dies with its process, of which others know when its lease has run out. */
    async dieTrying(jobId: string): Promise<Lease> {
      const lease = await claimLease(db, jobToLease(jobId));
      if (!lease) throw new Error('the job has ended');
      await lapseLeases(db, 'upload_jobs');
      return lease;
    },

    standing: (jobId: string) =>
      db.selectFrom('upload_jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow(),

    async filesOf(jobId: string): Promise<string[]> {
      const names = [...(await readdir(at('uploads'))), ...(await readdir(at('work')))];
      return names.filter((name) => name.startsWith(jobId));
    },

    async [Symbol.asyncDispose]() {
      await db.destroy();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export type Processing = Awaited<ReturnType<typeof openProcessing>>;
