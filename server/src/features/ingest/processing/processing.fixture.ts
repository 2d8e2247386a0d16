import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { EncryptionScheme } from '@prahari/contract';
import { type MediaTools, resolveTools } from '@prahari/media';
import { v7 as uuidv7 } from 'uuid';
import { systemClock as clock } from '../../../platform/clock/clock.ts';
import { fixedKeys, type SealingKeys } from '../../../platform/crypto/seal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { createLog } from '../../../platform/log/log.ts';
import { openDiskStorage } from '../../../platform/storage/disk.ts';
import { createTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { makeClip, makeLectureClip } from '../../../testing/lecture-clip.ts';
import { effectiveRights } from '../../users/index.ts';
import {
  createCaptionsRepository,
  createCatalogueRepository,
  createOnlookers,
} from '../../videos/index.ts';
import { createContentKeysRepository } from '../keys/content-keys.repository.ts';
import { createContentKeys } from '../keys/content-keys.usecases.ts';
import type { KeyService } from '../keys/key-service.config.ts';
import { createMakeKeys } from '../keys/make-keys.usecases.ts';
import { createStoredMediaRepository } from '../storage-use/stored-media.repository.ts';
import { createCountMedia } from '../storage-use/tasks/count-media.task.ts';
import { createUploadJobsRepository } from '../upload/upload-jobs.repository.ts';
import { createAttemptsRepository } from './attempts.repository.ts';
import { createJobLogRepository } from './job-log.repository.ts';
import { createKeepTexts } from './keep-texts.usecases.ts';
import { createLessonSteps } from './lesson-steps.usecases.ts';
import { createRunSteps } from './run-steps.usecases.ts';
import { createSteerJob } from './steer-job.usecases.ts';
import { createStepsRepository } from './steps.repository.ts';
import { createProcessVideo } from './tasks/process-video.task.ts';

/** What makes lectures ready, put together over a database and the folder of a test. */
export function wireProcessing(
  db: Db,
  dir: string,
  { keyService, pieceSeconds }: { keyService?: KeyService | undefined; pieceSeconds?: number } = {},
) {
  const makeKeys = createMakeKeys(keyService);
  const folders = { uploadDir: path.join(dir, 'uploads'), workDir: path.join(dir, 'work') };
  const storage = openDiskStorage(path.join(dir, 'media'));
  /** Where a test has the embedded database lie. */
  const databaseDirs: string[] = [];
  const diskFolders = { files: [folders.workDir], database: databaseDirs };
  const log = createLog('silent');
  const attempts = createAttemptsRepository();
  const steps = createStepsRepository();
  const jobLog = createJobLogRepository();
  const videos = createCatalogueRepository();
  const keys = createContentKeysRepository();
  const base = { db, clock, log, storage, attempts, steps, jobLog, videos, keys };
  const keyring = (master: SealingKeys) =>
    createContentKeys({ db, clock, masterKey: master, keys, makeKeys });
  const stored = createStoredMediaRepository();
  const retired: string[][] = [];
  const retirePictures = async (_trx: unknown, _videoId: string, names: readonly string[]) =>
    void retired.push([...names]);
  const counted = createCountMedia({ db, clock, log, storage, stored });
  function taskWith(
    master: SealingKeys,
    tools: MediaTools,
    schemes: readonly EncryptionScheme[] = ['cbcs'],
  ) {
    const lesson = createLessonSteps({
      log,
      storage,
      contentKeys: keyring(master),
      keepTexts: createKeepTexts({ db, clock, captions: createCaptionsRepository(), videos }),
      countMedia: counted.afterPublication,
      ...(pieceSeconds !== undefined && { pieceSeconds }),
    });
    const runSteps = createRunSteps({ ...base, retirePictures, lesson, schemes, diskFolders });
    return createProcessVideo({ ...base, runSteps, ...folders, diskFolders }, tools);
  }
  return { base, folders, videos, keyring, taskWith, retired, databaseDirs };
}

/** Everything that makes lectures ready, on a database and folders of its own, without queue and HTTP. */
export async function openProcessing(
  databaseServer: Parameters<typeof createTestDatabase>[0],
  keyService?: KeyService,
) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-processing-'));
  const at = (...names: string[]) => path.join(dir, ...names);
  const tools = await resolveTools(process.env);
  const clip = (await makeLectureClip(tools, dir)).file;
  await mkdir(at('uploads'));
  await mkdir(at('work'));
  const database = await createTestDatabase(databaseServer);
  const { db } = openTestDatabase(database.connectionString, 4);
  const masterBytes = randomBytes(32);
  const masterKey = fixedKeys(masterBytes);
  const wired = wireProcessing(db, dir, { keyService });
  const { base, folders, videos, taskWith, keyring } = wired;
  const nameOf = async () => 'Ravi';
  const enqueue = async () => undefined;
  const onlookers = createOnlookers({
    clock,
    audienceFactsOf: async () => null,
    groupStandings: async () => null,
    viewersById: async () => new Map(),
  });
  const steer = createSteerJob({ ...base, onlookers, nameOf, enqueue });

  const userId = uuidv7();
  const rights = effectiveRights({ userType: 'ADMIN', permissions: null, adminScope: null });
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
    await videos.insert(db, { ...video, ...created });
    const job = { id: jobId, videoId, fileName: 'x.mp4', fileSizeBytes: 1, sourceName: source };
    await createUploadJobsRepository().insert(db, { ...job, ...created });
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
    steer,
    /** The administrator who steers its jobs. */
    by: { userId, userType: 'ADMIN', ...rights, address: 'local' } as const,
    userId,
    uploaded,
    /** Where another process finds the same. */
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

    /** A long upload of 852 × 480, whose better rungs are made after the lowest. */
    async uploadedWide() {
      const job = await uploaded();
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=852x480:r=5:d=26'];
      const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-f', 'mp4'];
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
    ) => taskWith(masterKey, given, schemes)({ data: { jobId }, signal, attempt: 1 }),

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
