import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findBundled } from '@prahari/testkit';
import { expect } from 'vitest';
import { lapseLeases } from '../../../platform/testing/lapse-leases.ts';
import { formatManifestPrefix } from '../../delivery/index.ts';
import { findVideo } from '../../videos/index.ts';
import type { Processing } from './processing.fixture.ts';
import { listSteps } from './steps.repository.ts';

const program = findBundled(path.join(import.meta.dirname, 'one-try.fixture.ts'));

/** One try of a job, or one renewal of keys. */
export type Work = { readonly jobId: string } | { readonly renewOf: string };

/**
 * Starts a worker process that will be killed. Like the queue, waits until no other worker is
 * alive. It has claimed its work when this returns.
 */
export async function startDoomedWorker(
  { place, db, tools }: Pick<Processing, 'place' | 'db' | 'tools'>,
  work: Work,
  pieceSeconds?: number,
): Promise<ChildProcess> {
  await lapseLeases(db, 'jobId' in work ? 'upload_jobs' : 'key_renewals');
  const { connectionString, dir, masterKey } = place;
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const key = masterKey.toString('hex');
  child.stdin?.end(JSON.stringify({ connectionString, dir, key, pieceSeconds, tools, ...work }));
  if (!child.stdout) throw new Error('no output');
  await once(child.stdout, 'data');
  return child;
}

/** Waits for the end of a worker that was killed, or that is done. */
export async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Lists the finished pieces of the step under way, each with the number of its file on the disk. */
export async function listKeptPieces(
  { at }: Pick<Processing, 'at'>,
  jobId: string,
): Promise<Map<string, number>> {
  const folder = at('work', jobId, 'done', 'pieces');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = new Map<string, number>();
  for (const name of names.filter((each) => /\.(mp4|aac)$/.test(each))) {
    // They go while they are looked at, when their step is behind.
    const info = await stat(path.join(folder, name)).catch(() => undefined);
    if (info) found.set(name, info.ino);
  }
  return found;
}

/** Lists the programs that work below the folder of this test. */
export async function listRunningPrograms({ at }: Pick<Processing, 'at'>): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words.includes(at('work')) && !words.startsWith(process.execPath)) found.push(words);
  }
  return found;
}

/** Lists the lines of picture in the current manifest of a wide clip; each segment must be there. */
export async function listOfferedLines(p: Processing, videoId: string): Promise<number[]> {
  const revision = await p.mediaRevision(videoId);
  const status = (await findVideo(p.db, videoId))?.status;
  expect(status).toBe(revision === 0 ? 'processing' : 'ready');
  if (revision === 0) return [];
  const manifest = await p.storage.read(
    `${formatManifestPrefix(videoId, revision, 'cbcs')}/manifest.mpd`,
  );
  const lines = [...String(manifest).matchAll(/height="(\d+)"/g)].map(([, height]) => height);
  const folders = String(manifest).matchAll(/initialization="(v\w+)\/init\.mp4"/g);
  for (const [, folder] of folders) {
    const rendition = `videos/${videoId}/${folder}`;
    const playlist = String(await p.storage.read(`${rendition}/media.m3u8`));
    const segments = playlist.split('\n').filter((name) => name.endsWith('.m4s'));
    expect(segments).toHaveLength(13);
    for (const name of ['init.mp4', ...segments]) {
      expect(await p.storage.stat(`${rendition}/${name}`), `${rendition}/${name}`).not.toBeNull();
    }
  }
  return lines.map(Number).sort((a, b) => a - b);
}

/** Lists the finished steps with when they finished and in which try. */
export async function listFinishedSteps(
  p: Processing,
  jobId: string,
): Promise<Map<string, string>> {
  const rows = await listSteps(p.db, jobId);
  const behind = rows.filter(({ state }) => state === 'completed');
  return new Map(
    behind.map((row) => [row.step, `${row.attempts} ${row.finished_at?.toISOString()}`]),
  );
}
