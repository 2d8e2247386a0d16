import { mkdirSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@prahari/contract';
import { validate as isUuid } from 'uuid';
import type { Log } from '../../../platform/log/log.ts';
import type { VideosPorts } from '../ports.ts';

/** Signed paths live for so long; an older end is of no use to nginx. */
const keptMs = limits.videoAccessSessionSeconds * 1000;
const sweepEveryMs = 10 * 60_000;

/**
 * Tells an nginx that checks signed paths itself which sessions ended, and in which sessions playing
 * a video was ended by force: a file named `<session>` or `<session>.<video>` in `folder`, which it
 * looks for at each segment.
 */
export function keepRevocationFiles(deps: {
  folder: string;
  log: Log;
  revocations: Pick<VideosPorts['revocations'], 'onRevoked'>;
  stoppedPlayback: Pick<VideosPorts['stoppedPlayback'], 'onChanged'>;
}): { stop(): void } {
  const { folder, log } = deps;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const failed = (err: unknown) => log.error({ err }, 'nginx could not be told of ended sessions');
  deps.revocations.onRevoked((sessionId) => {
    if (isUuid(sessionId)) writeFile(path.join(folder, sessionId), '').catch(failed);
  });
  // One after the other: a stop and its end may come in one breath.
  let last: Promise<unknown> = Promise.resolve();
  deps.stoppedPlayback.onChanged(({ sessionId, videoId }, isStopped) => {
    const name = `${sessionId}.${videoId}`;
    if (!isOurs(name)) return;
    const file = path.join(folder, name);
    last = last
      .then(() => (isStopped ? writeFile(file, '') : rm(file, { force: true })))
      .catch(failed);
  });
  const timer = setInterval(() => void sweep(folder).catch(failed), sweepEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function sweep(folder: string): Promise<void> {
  const before = Date.now() - keptMs;
  for (const name of await readdir(folder)) {
    if (!isOurs(name)) continue;
    const file = path.join(folder, name);
    // Several processes may sweep one folder.
    const info = await stat(file).catch(() => undefined);
    if (info && info.mtimeMs < before) await rm(file, { force: true });
  }
}

function isOurs(name: string): boolean {
  const parts = name.split('.');
  return parts.length <= 2 && parts.every((part) => isUuid(part));
}
