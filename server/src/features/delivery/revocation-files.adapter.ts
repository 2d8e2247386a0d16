import { chmodSync, mkdirSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@prahari/contract';
import { validate as isUuid } from 'uuid';
import { madeFolders } from '../../platform/disk/made-folders.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DeliveryPorts } from './ports.ts';
import type { CutPaths } from './url-versions.adapter.ts';

/** Signed paths live for so long; an older end is of no use to nginx. */
const keptMs = limits.videoAccessSessionSeconds * 1000;
const sweepEveryMs = 10 * 60_000;

/** Empty, and only looked for. */
const mode = 0o600;

/** Of one video that was not looked at for an hour, say after a stop: more cuts do not happen. */
const mostCuts = 100;

/**
 * Tells an nginx that checks signed paths itself which sessions and playback sessions ended,
 * which counts of a video were cut, and which playback sessions Prahari paces: a file named by its id,
 * `<video>.<count>` or `<playback session>.paced`, in `folder`, which it looks for at each segment.
 */
export function keepRevocationFiles(deps: {
  folder: string;
  log: Log;
  revocations: Pick<DeliveryPorts['revocations'], 'onRevoked'>;
  stoppedPlayback: Pick<DeliveryPorts['stoppedPlayback'], 'onStopped'>;
  cutPaths: Pick<CutPaths, 'onCut'>;
}): { stop(): void; notePaced(playbackId: string): void } {
  const { log } = deps;
  const folder = path.resolve(deps.folder);
  const made = madeFolders(folder, mkdirSync(folder, { recursive: true }));
  try {
    // This is enough for nginx to look for a name, and other accounts can't list what is in it.
    for (const entry of [folder, ...made]) chmodSync(entry, 0o711);
  } catch (err) {
    log.warn({ err, folder }, 'the folder of ended sessions belongs to another user');
  }
  const failed = (err: unknown) =>
    log.error({ err }, 'nginx could not be told of ended sessions and cut paths');
  const noteEnded = (id: string) => {
    if (isUuid(id)) writeFile(path.join(folder, id), '', { mode }).catch(failed);
  };
  deps.revocations.onRevoked(noteEnded);
  deps.stoppedPlayback.onStopped(noteEnded);
  deps.cutPaths.onCut((videoId, pathEpoch) => {
    if (!isUuid(videoId)) return;
    for (let count = Math.max(0, pathEpoch - mostCuts); count < pathEpoch; count += 1) {
      writeFile(path.join(folder, `${videoId}.${count}`), '', { mode }).catch(failed);
    }
  });
  const timer = setInterval(() => void sweep(folder).catch(failed), sweepEveryMs);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
    notePaced: (playbackId) => {
      writeFile(path.join(folder, `${playbackId}.paced`), '', { mode }).catch(failed);
    },
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
