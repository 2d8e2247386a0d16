import path from 'node:path';
import type { FullDisk } from '@prahari/contract';
import type { MediaTools } from '@prahari/media';
import * as z from 'zod/mini';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import { type DiskFolders, leavingRoom } from '../../../../platform/disk/disk-room.ts';
import {
  type DiskWaitValues,
  findFullDisk,
  isRoomMade,
  releaseToWait,
} from '../../../../platform/disk/disk-wait.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { inScratchFolder } from '../../../../platform/storage/scratch-folder.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import { mediaPrefixOf } from '../../../delivery/index.ts';
import type { CatalogueRepository } from '../../../videos/index.ts';
import type { LadderOf } from '../../processing/ladder-of.usecases.ts';
import type { KeyRenewalsRepository, RenewalTry } from '../key-renewals.repository.ts';
import type { Reencrypt } from '../reencrypt.usecases.ts';

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

export interface RenewKeysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Pick<ObjectStorage, 'removePrefix'>;
  readonly videos: Pick<CatalogueRepository, 'findById' | 'lockById'>;
  readonly renewals: KeyRenewalsRepository;
  readonly reencrypt: Reencrypt;
  readonly ladderOf: LadderOf;
  readonly workDir: string;
  readonly diskFolders: DiskFolders;
  readonly tools: MediaTools;
  countMedia(videoId: string): Promise<void>;
  /** That its media took when it was last counted. */
  mediaBytesOf(videoId: string): Promise<number>;
}

/**
 * Renews the keys of a video. Killed at any point it is done again from its beginning, under the
 * same new keys; until the last transaction nothing of it is known to any player.
 */
export function createRenewKeys(deps: RenewKeysDeps) {
  const { db, clock, log, videos, renewals, tools, diskFolders } = deps;

  async function renew(videoId: string, generation: number, signal: AbortSignal): Promise<void> {
    const video = await videos.findById(db, videoId);
    const ladder = await deps.ladderOf(videoId);
    if (!video || !ladder) throw new Error(`video ${videoId} is not ready to be encrypted anew`);
    const mediaRevision = video.media_revision + 1;
    const folder = path.join(deps.workDir, `keys-${videoId}`);
    const what = { videoId, generation, mediaRevision, ladder, tools };
    const schemes = await leavingRoom(diskFolders, signal, (room) =>
      inScratchFolder(folder, (scratchDir) =>
        deps.reencrypt({ ...what, scratchDir, signal: room }),
      ),
    );
    const isThere = await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const row = await videos.lockById(trx, videoId);
      if (!row) return false;
      if ((await renewals.waiting(trx, videoId)) !== generation) return true;
      const media = { revision: mediaRevision, schemes };
      await renewals.swap(trx, { videoId, generation }, media, now);
      await renewals.end(trx, { videoId, generation }, 'done', now);
      await recordEvent(trx, 'video.keys-renewed', { videoId, generation }, now);
      return true;
    });
    // Removed for good meanwhile: what was just published belongs to nothing.
    if (!isThere) await deps.storage.removePrefix(mediaPrefixOf(videoId));
    else await deps.countMedia(videoId);
  }

  async function giveUp(attempt: RenewalTry, error: unknown): Promise<void> {
    log.warn({ err: error, videoId: attempt.videoId }, 'the keys of a video could not be renewed');
    await renewals.end(db, attempt, 'failed', clock.now());
  }

  /** Decides between giving up, another try, a wait for room, and a try that a stop cut off. */
  async function settleFailure(
    attempt: RenewalTry,
    error: unknown,
    { before, signal }: { before: FullDisk | null; signal: AbortSignal },
  ): Promise<void> {
    const { videoId, number } = attempt;
    if (signal.aborted) {
      await renewals.release(db, attempt);
      throw error;
    }
    const disk = await findFullDisk(diskFolders, error);
    if (disk) {
      // All of it is opened, and packaged again.
      const expectedBytes = disk === 'files' ? await deps.mediaBytesOf(videoId) : 0;
      const said = 'renewing the keys of a video waits for room on a disk';
      const write = (wait: DiskWaitValues) => renewals.release(db, attempt, wait);
      const release = { disk, before, expectedBytes, said, facts: { videoId }, write };
      await releaseToWait(deps, release, signal);
      throw error;
    }
    if (number < tries) throw error;
    await giveUp(attempt, error);
  }

  return async function renewKeys({ data, signal }: JobRun<RenewKeysData>): Promise<void> {
    const { videoId } = data;
    const wait = await renewals.diskWait(db, videoId);
    const note = (freeBytes: number) => renewals.noteFreeBytes(db, videoId, freeBytes);
    // The queue brings it again within seconds.
    if (!(await isRoomMade(diskFolders, wait, note))) {
      throw new Error(`the keys of video ${videoId} wait for room on a disk`);
    }
    const attempt = await renewals.begin(db, videoId);
    if (!attempt) return;
    if (attempt.number > tries) return giveUp(attempt, new Error('interrupted too often'));
    try {
      await renew(videoId, attempt.generation, signal);
    } catch (error) {
      await settleFailure(attempt, error, { before: wait?.disk_wait ?? null, signal });
    }
  };
}
