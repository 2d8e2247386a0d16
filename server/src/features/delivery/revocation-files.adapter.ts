import { chmodSync, mkdirSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@prahari/contract';
import { validate as isUuid } from 'uuid';
import { listMadeFolders } from '../../platform/disk/made-folders.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DeliveryPorts } from './ports.ts';
import type { UrlVersions } from './url-versions.adapter.ts';

/** How long signed URLs live; anything that ended earlier needs no file. */
const keptMs = limits.videoAccessSessionSeconds * 1000;
const sweepEveryMs = 10 * 60_000;

/** Empty, and only looked for. */
const mode = 0o600;

/** Of one video that was not looked at for an hour, say after a stop: it is not raised more often. */
const mostVersions = 100;

/**
 * Shows an nginx that checks signed URLs itself which sessions and playback sessions ended,
 * which URL versions of a video were revoked, and which playback sessions Prahari paces: a file named by its id,
 * `<video>.<version>` or `<playback session>.paced`, in `folder`, which it looks for at each segment.
 */
export function writeRevocationFiles(deps: {
  folder: string;
  log: Log;
  revocations: Pick<DeliveryPorts['revocations'], 'onRevoked'>;
  playbackRevocations: Pick<DeliveryPorts['playbackRevocations'], 'onRevoked'>;
  urlVersions: Pick<UrlVersions, 'onRaised'>;
}): { stop(): void; notePaced(playbackId: string): void } {
  const { log } = deps;
  const folder = path.resolve(deps.folder);
  const made = listMadeFolders(folder, mkdirSync(folder, { recursive: true }));
  try {
    // This is enough for nginx to look for a name, and other accounts can't list what is in it.
    for (const entry of [folder, ...made]) chmodSync(entry, 0o711);
  } catch (err) {
    log.warn({ err, folder }, 'the folder of ended sessions belongs to another user');
  }
  const failed = (err: unknown) =>
    log.error({ err }, 'ended sessions and revoked URLs could not be passed on to nginx');
  let written = Promise.resolve();
  // One after the other: at the start all that ended lately comes at once, and open files are few.
  const write = (name: string) => {
    written = written.then(() => writeFile(path.join(folder, name), '', { mode }).catch(failed));
  };
  const noteEnded = (id: string) => {
    if (isUuid(id)) write(id);
  };
  deps.revocations.onRevoked(noteEnded);
  deps.playbackRevocations.onRevoked(noteEnded);
  deps.urlVersions.onRaised((videoId, urlVersion) => {
    if (!isUuid(videoId)) return;
    for (let version = Math.max(0, urlVersion - mostVersions); version < urlVersion; version += 1) {
      write(`${videoId}.${version}`);
    }
  });
  const timer = setInterval(() => void sweep(folder).catch(failed), sweepEveryMs);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
    notePaced: (playbackId) => write(`${playbackId}.paced`),
  };
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
  const [first = '', second, ...more] = name.split('.');
  if (more.length > 0 || !isUuid(first)) return false;
  return second === undefined || /^(?:\d{1,9}|paced)$/.test(second);
}
