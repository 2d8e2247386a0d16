import path from 'node:path';
import type { FullDisk } from '@prahari/contract';
import * as z from 'zod/mini';
import { leavingRoom } from '../../../../platform/disk/disk-room.ts';
import {
  type DiskWaitValues,
  findFullDisk,
  isRoomMade,
  releaseToWait,
} from '../../../../platform/disk/disk-wait.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import { inScratchFolder } from '../../../../platform/storage/scratch-folder.ts';
import { formatMediaPrefix } from '../../../delivery/index.ts';
import { findVideo, lockVideo } from '../../../videos/index.ts';
import type { WorkerDeps } from '../../ingest.deps.ts';
import { findLadder } from '../../processing/find-ladder.usecases.ts';
import { findStoredBytes } from '../../storage-use/stored-media.repository.ts';
import { countMediaOf } from '../../storage-use/tasks/count-media.task.ts';
import {
  beginRenewal,
  endRenewal,
  findRenewalDiskWait,
  findWaitingRenewal,
  type RenewalTry,
  recordRenewalFreeBytes,
  releaseRenewal,
  switchToRenewedKeys,
} from '../key-renewals.repository.ts';
import { reencryptVideo } from '../reencrypt.usecases.ts';

const dataSchema = z.object({ videoId: z.uuid() });
type RenewKeysData = z.infer<typeof dataSchema>;

/** Counted with the renewal, where a try that met a full disk is none. */
const tries = 4;

export const renewKeysKind: JobKind<RenewKeysData> = {
  name: 'renew-keys',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: unlimited,
  retryDelayMaxSeconds: 10,
  expireSeconds: 4 * 3600,
};

type RenewDeps = Pick<
  WorkerDeps,
  | 'db'
  | 'clock'
  | 'log'
  | 'storage'
  | 'masterKey'
  | 'keyService'
  | 'schemes'
  | 'workDir'
  | 'diskFolders'
  | 'tools'
>;

/**
 * Renews the keys of a video. Killed at any point it is done again from its beginning, under the
 * same new keys; until the last transaction no player is told of what it made.
 */
export async function renewKeys(
  deps: RenewDeps,
  { data: { videoId }, signal }: Pick<JobRun<RenewKeysData>, 'data' | 'signal'>,
): Promise<void> {
  const { db, diskFolders } = deps;
  const wait = await findRenewalDiskWait(db, videoId);
  const note = (freeBytes: number) => recordRenewalFreeBytes(db, videoId, freeBytes);
  // The queue brings it again within seconds.
  if (!(await isRoomMade(diskFolders, wait, note))) {
    throw new Error(`the keys of video ${videoId} wait for room on a disk`);
  }
  const attempt = await beginRenewal(db, videoId);
  if (!attempt) return;
  if (attempt.number > tries) {
    return giveUpRenewal(deps, attempt, new Error('interrupted too often'));
  }
  try {
    await reencryptAndSwitch(deps, attempt, signal);
  } catch (error) {
    await settleFailure(deps, attempt, error, { before: wait?.disk_wait ?? null, signal });
  }
}

async function reencryptAndSwitch(
  deps: RenewDeps,
  { videoId, generation }: RenewalTry,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, storage } = deps;
  const video = await findVideo(db, videoId);
  const ladder = await findLadder(deps, videoId);
  if (!video || !ladder) throw new Error(`video ${videoId} is not ready to be encrypted again`);
  const mediaRevision = video.media_revision + 1;
  const folder = path.join(deps.workDir, `keys-${videoId}`);
  const request = { videoId, generation, mediaRevision, ladder };
  const schemes = await leavingRoom(deps.diskFolders, signal, (room) =>
    inScratchFolder(folder, (scratchDir) =>
      reencryptVideo(deps, { ...request, scratchDir, signal: room }),
    ),
  );
  const isThere = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const row = await lockVideo(trx, videoId);
    if (!row) return false;
    if ((await findWaitingRenewal(trx, videoId)) !== generation) return true;
    const media = { revision: mediaRevision, schemes };
    await switchToRenewedKeys(trx, { videoId, generation }, media, now);
    await endRenewal(trx, { videoId, generation }, 'done', now);
    await recordEvent(trx, 'video.keys-renewed', { videoId, generation }, now);
    return true;
  });
  // The video was purged meanwhile: what was just published belongs to none.
  if (!isThere) await storage.removePrefix(formatMediaPrefix(videoId));
  else await countMediaOf(deps, videoId);
}

async function giveUpRenewal(
  { db, clock, log }: Pick<RenewDeps, 'db' | 'clock' | 'log'>,
  attempt: RenewalTry,
  error: unknown,
): Promise<void> {
  log.warn({ err: error, videoId: attempt.videoId }, 'the keys of a video could not be renewed');
  await endRenewal(db, attempt, 'failed', clock.now());
}

/** Decides between giving up, another try, a wait for room, and a try that a stop cut off. */
async function settleFailure(
  deps: RenewDeps,
  attempt: RenewalTry,
  error: unknown,
  { before, signal }: { before: FullDisk | null; signal: AbortSignal },
): Promise<void> {
  const { db } = deps;
  const { videoId, number } = attempt;
  if (signal.aborted) {
    await releaseRenewal(db, attempt);
    throw error;
  }
  const disk = await findFullDisk(deps.diskFolders, error);
  if (disk) {
    // All of it is decrypted, and packaged again.
    const expectedBytes = disk === 'files' ? await findStoredBytes(db, videoId) : 0;
    const said = 'renewing the keys of a video waits for room on a disk';
    const write = (wait: DiskWaitValues) => releaseRenewal(db, attempt, wait);
    const release = { disk, before, expectedBytes, said, facts: { videoId }, write };
    await releaseToWait(deps, release, signal);
    throw error;
  }
  if (number < tries) throw error;
  await giveUpRenewal(deps, attempt, error);
}
