import path from 'node:path';
import * as z from 'zod/mini';
import type { Trx } from '../../../../platform/db/database.ts';
import { runLeavingRoom } from '../../../../platform/disk/disk-room.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import {
  type FencedWrite,
  type HeldTrx,
  type Lease,
  settleLease,
  writeWithLease,
} from '../../../../platform/jobs/lease.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import { type LeasedJob, runLeasedJob } from '../../../../platform/jobs/run-leased-job.ts';
import { runInScratchFolder } from '../../../../platform/storage/scratch-folder.ts';
import { findVideo, lockVideo } from '../../../videos/index.ts';
import type { WorkerDeps } from '../../ingest.deps.ts';
import { clearPurged } from '../../processing/clear-purged.usecases.ts';
import { findLadder } from '../../processing/find-ladder.usecases.ts';
import { findStoredBytes } from '../../storage-use/stored-media.repository.ts';
import { countVideoMedia } from '../../storage-use/tasks/count-media.task.ts';
import {
  endRenewal,
  findGenerationToMake,
  type Renewal,
  renewalToLease,
  switchToRenewedKeys,
} from '../key-renewals.repository.ts';
import { reencryptVideo } from '../reencrypt.usecases.ts';

const dataSchema = z.object({ videoId: z.uuid() });
type RenewKeysData = z.infer<typeof dataSchema>;

/** Tries are counted in the renewal, where one that met a full disk does not count. */
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

interface RenewalTry extends Renewal {
  readonly lease: Lease;
}

/**
 * Renews the keys of a video. After a kill at any point it is repeated from its beginning, under
 * the same new keys; no player uses the result before the last transaction.
 */
export async function renewKeys(
  deps: RenewDeps,
  { data: { videoId }, signal }: Pick<JobRun<RenewKeysData>, 'data' | 'signal'>,
): Promise<void> {
  const { db, clock, log } = deps;
  const job: LeasedJob<RenewalTry> = {
    row: renewalToLease(videoId),
    said: 'renewing the keys of a video',
    facts: { videoId },
    async begin(trx, lease) {
      return { videoId, generation: await findGenerationToMake(trx, videoId), lease };
    },
    work: (attempt, stopped) => reencryptAndSwitch(deps, attempt, stopped),
    clearUnwanted: (_attempt, stopped) => clearPurged(deps, videoId, stopped),
    // All of it is decrypted, and packaged again.
    prepareWait: async (_attempt, disk) => (disk === 'files' ? findStoredBytes(db, videoId) : 0),
    async giveUp({ lease }, error) {
      log.warn({ err: error, videoId }, 'the keys of a video could not be renewed');
      await settleLease(db, lease, (trx) => endRenewal(trx, videoId, 'failed', clock.now()));
    },
  };
  await runLeasedJob(deps, job, signal);
}

async function reencryptAndSwitch(
  deps: RenewDeps,
  { videoId, generation, lease }: RenewalTry,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  const video = await findVideo(db, videoId);
  const ladder = await findLadder(deps, videoId);
  if (!video || !ladder) throw new Error(`video ${videoId} is not ready to be encrypted again`);
  const mediaRevision = video.media_revision + 1;
  const folder = path.join(deps.workDir, `keys-${videoId}`);
  // In the same order as the request for a renewal.
  const lockFirst = (trx: Trx) => lockVideo(trx, videoId);
  const write: FencedWrite = (change) => writeWithLease(db, lease, change, lockFirst);
  const request = { videoId, generation, mediaRevision, ladder, write };
  const schemes = await runLeavingRoom(deps.diskFolders, signal, (room) =>
    runInScratchFolder(folder, lease.fence, (scratchDir) =>
      reencryptVideo(deps, { ...request, scratchDir, signal: room }),
    ),
  );
  const switchOver = async (trx: HeldTrx) => {
    const now = clock.now();
    const media = { revision: mediaRevision, schemes };
    await switchToRenewedKeys(trx, { videoId, generation }, media, now);
    await endRenewal(trx, videoId, 'done', now);
    await recordEvent(trx, 'video.keys-renewed', { videoId, generation }, now);
  };
  await settleLease(db, lease, switchOver, { lockFirst });
  await countVideoMedia(deps, videoId);
}
