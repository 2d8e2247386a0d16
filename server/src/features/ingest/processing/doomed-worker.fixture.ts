import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Processing } from './processing.fixture.ts';

const program = path.join(import.meta.dirname, 'one-try.fixture.ts');

/** One try of a job, or one renewal of keys. */
export type Work = { readonly jobId: string } | { readonly renewOf: string };

/** Starts a worker process to be killed. It has taken its work when this returns. */
export async function startDoomedWorker(
  { place }: Pick<Processing, 'place'>,
  work: Work,
  pieceSeconds?: number,
): Promise<ChildProcess> {
  const { connectionString, dir, masterKey } = place;
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const key = masterKey.toString('hex');
  child.stdin?.end(JSON.stringify({ connectionString, dir, key, pieceSeconds, ...work }));
  if (!child.stdout) throw new Error('no output');
  await once(child.stdout, 'data');
  return child;
}

/** Waits for the end of a worker that was killed, or that is done. */
export async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Lists the finished pieces of the step under way, each with the number of its file on the disk. */
export async function keptPiecesOf(
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
