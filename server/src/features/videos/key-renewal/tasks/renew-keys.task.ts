import path from 'node:path';
import type { MediaTools } from '@prahari/media';
import * as z from 'zod/mini';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import { recordEvent } from '../../../../platform/events/record-event.ts';
import type { JobKind, JobRun } from '../../../../platform/jobs/queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { inScratchFolder } from '../../../../platform/storage/scratch-folder.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import type { CatalogueRepository } from '../../catalogue/index.ts';
import { mediaPrefixOf } from '../../media-prefix.rules.ts';
import type { LadderOf } from '../../processing/index.ts';
import type { KeyRenewalsRepository } from '../key-renewals.repository.ts';
import type { Reencrypt } from '../reencrypt.usecases.ts';

const dataSchema = z.object({ videoId: z.uuid() });
type RenewKeysData = z.infer<typeof dataSchema>;

const tries = 4;

export const renewKeysKind: JobKind<RenewKeysData> = {
  name: 'renew-keys',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: tries,
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
  readonly tools: MediaTools;
  countMedia(videoId: string): Promise<void>;
}

/**
 * Encrypts a video anew. Killed at any point it is done again from its beginning, under the same new
 * keys; until the last transaction nothing of it is known to any player.
 */
export function createRenewKeys(deps: RenewKeysDeps) {
  const { db, clock, log, videos, renewals, tools } = deps;

  async function renew(videoId: string, generation: number, signal: AbortSignal): Promise<void> {
    const video = await videos.findById(db, videoId);
    const ladder = await deps.ladderOf(videoId);
    if (!video || !ladder) throw new Error(`video ${videoId} is not ready to be encrypted anew`);
    const mediaRevision = video.media_revision + 1;
    const folder = path.join(deps.workDir, `keys-${videoId}`);
    const schemes = await inScratchFolder(folder, (scratchDir) =>
      deps.reencrypt({ videoId, generation, mediaRevision, ladder, scratchDir, tools, signal }),
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

  return async function renewKeys({ data, signal, attempt }: JobRun<RenewKeysData>): Promise<void> {
    const { videoId } = data;
    const generation = await renewals.waiting(db, videoId);
    if (generation === undefined) return;
    try {
      await renew(videoId, generation, signal);
    } catch (error) {
      if (signal.aborted || attempt < tries) throw error;
      log.warn({ err: error, videoId }, 'the keys of a video could not be renewed');
      await renewals.end(db, { videoId, generation }, 'failed', clock.now());
    }
  };
}
