import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { decryptTrack } from '@prahari/media';
import { findBundled } from '@prahari/testkit';
import { expect, vi } from 'vitest';
import { readStoredKeys } from '../../../testing/stored-keys.ts';
import { makeClip } from '../../../testing/video-clip.ts';
import {
  listOfferedLines,
  listRunningPrograms,
  startDoomedWorker,
  waitForExit,
} from '../processing/doomed-worker.fixture.ts';
import type { Processing } from '../processing/processing.fixture.ts';

const program = findBundled(path.join(import.meta.dirname, 'helping-worker.fixture.ts'));
const clipSeconds = 26;
/**
 * As many as keep a worker busy for moments, and no more: most of these tests' time is encoding.
 */
const picturesASecond = 12;
/** Six pieces of each group of renditions. */
export const pieceSeconds = 4;
const patienceMs = 120_000;

/** Uploads a clip that takes long enough to encode that two workers meet. */
export async function uploadLecture(p: Processing) {
  const job = await p.uploaded();
  const pictures = `testsrc2=s=852x480:r=${picturesASecond}:d=${clipSeconds}`;
  const sources = ['-f', 'lavfi', '-i', pictures, '-f', 'lavfi', '-i', `sine=d=${clipSeconds}`];
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '24', '-c:a', 'aac'];
  await makeClip(p.tools, p.at('uploads', job.source), [...sources, ...encoding, '-f', 'mp4']);
  return job;
}

export type Lecture = Awaited<ReturnType<typeof uploadLecture>>;

export function waitUntil<Found>(check: () => Promise<Found>): Promise<Found> {
  return vi.waitFor(check, { timeout: patienceMs, interval: 50 });
}

export function listPartRows({ db }: Pick<Processing, 'db'>, jobId: string) {
  return db.selectFrom('encoding_parts').selectAll().where('job_id', '=', jobId).execute();
}

export function listStoredParts({ at }: Pick<Processing, 'at'>): Promise<string[]> {
  return readdir(at('parts')).catch(() => []);
}

/** Waits until a helper is in the middle of a part. */
export function waitForHelper(p: Processing): Promise<void> {
  return waitUntil(async () => {
    const programs = await listRunningPrograms(p);
    expect(programs.filter((words) => words.includes('/help-'))).not.toEqual([]);
  });
}

/** Expects that neither rows nor files of a job are left except its video. */
export async function expectNothingLeft(p: Processing, jobId: string): Promise<void> {
  await waitUntil(async () => {
    expect(await listPartRows(p, jobId)).toEqual([]);
    expect(await listStoredParts(p)).toEqual([]);
    expect(await p.filesOf(jobId)).toEqual([]);
  });
}

/** Expects all renditions, and that the best one decodes to its last picture. */
export async function expectWhole(p: Processing, { jobId, videoId }: Lecture): Promise<void> {
  expect(await p.standing(jobId)).toMatchObject({ state: 'completed', attempts: 1 });
  expect(await listOfferedLines(p, videoId)).toEqual([144, 240, 360, 480]);
  const segments = Array.from({ length: clipSeconds / 2 }, (_, index) => `${index + 1}.m4s`);
  const joined: Buffer[] = [];
  for (const name of ['init.mp4', ...segments]) {
    const bytes = await p.storage.read(path.posix.join('videos', videoId, 'v480', name));
    if (!bytes) throw new Error(`there is no ${name}`);
    joined.push(bytes);
  }
  const folder = p.at(`decrypted-${videoId}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'encrypted.mp4'), Buffer.concat(joined));
  const keys = await readStoredKeys(p, videoId);
  const key = keys.find(({ qualityClass }) => qualityClass === 'SD');
  if (!key) throw new Error('there is no key');
  const { tools } = p;
  const names = { encryptedName: 'encrypted.mp4', clearName: 'clear.mp4' };
  await decryptTrack({ folder, ...names, track: 'video', key, tools });
  const { stdout, stderr } = await promisify(execFile)(tools.ffmpeg, [
    ...['-nostdin', '-v', 'error', '-xerror', '-i', path.join(folder, 'clear.mp4')],
    ...['-f', 'framemd5', '-'],
  ]);
  expect(stderr).toBe('');
  const pictures = stdout.split('\n').filter((line) => /^0,/.test(line));
  expect(pictures).toHaveLength(clipSeconds * picturesASecond);
}

/** Starts worker processes, and ends those that still run with the test. */
export function openWorkers(p: Processing) {
  const started: ChildProcess[] = [];

  /** Starts the worker that has the job of the video. */
  async function startOwner(jobId: string): Promise<ChildProcess> {
    const child = await startDoomedWorker(p, { jobId }, pieceSeconds);
    started.push(child);
    return child;
  }

  return {
    startOwner,

    /** Stands still once it has offered its parts. */
    async startPausedOwner(jobId: string): Promise<ChildProcess> {
      const owner = await startOwner(jobId);
      await waitUntil(async () => expect(await listPartRows(p, jobId)).not.toEqual([]));
      owner.kill('SIGSTOP');
      return owner;
    },

    /** Only makes parts of others. */
    async startHelper(): Promise<ChildProcess> {
      const { connectionString, dir } = p.place;
      const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
      started.push(child);
      child.stdin?.end(JSON.stringify({ connectionString, dir, pieceSeconds, tools: p.tools }));
      if (!child.stdout) throw new Error('no output');
      await once(child.stdout, 'data');
      return child;
    },

    async [Symbol.asyncDispose]() {
      for (const child of started) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
        await waitForExit(child);
      }
    },
  };
}

/** Expects that a helper that stands still in the middle of a part harms nothing, and returns well. */
export async function expectReturnOfHelper(
  p: Processing,
  workers: ReturnType<typeof openWorkers>,
  pauseMs: number,
): Promise<void> {
  const job = await uploadLecture(p);
  const helper = await workers.startHelper();
  const owner = await workers.startOwner(job.jobId);
  await waitForHelper(p);
  helper.kill('SIGSTOP');
  const pausedAt = performance.now();
  await waitForExit(owner);
  await expectWhole(p, job);
  await sleep(Math.max(0, pauseMs - (performance.now() - pausedAt)));
  const next = await uploadLecture(p);
  helper.kill('SIGCONT');
  // It is well, and helps with the next one.
  const second = await workers.startOwner(next.jobId);
  await waitForHelper(p);
  await waitForExit(second);
  await expectWhole(p, next);
  await expectNothingLeft(p, job.jobId);
  await expectNothingLeft(p, next.jobId);
}
