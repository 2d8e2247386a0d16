import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MediaError, makeThumbnail, reencodePicture } from '@prahari/media';
import * as z from 'zod/mini';
import { runLeavingRoom } from '../../../../platform/disk/disk-room.ts';
import { writeWhenServed } from '../../../../platform/disk/disk-wait.ts';
import { type HeldTrx, type Lease, settleLease } from '../../../../platform/jobs/lease.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import { type LeasedJob, runLeasedJob } from '../../../../platform/jobs/run-leased-job.ts';
import { runInScratchFolder } from '../../../../platform/storage/scratch-folder.ts';
import {
  formatChosenPosterName,
  formatMediaPrefix,
  formatThumbnailName,
  listPosterFiles,
} from '../../../delivery/index.ts';
import { lockVideo, updateVideo } from '../../../videos/index.ts';
import type { WorkerDeps } from '../../ingest.deps.ts';
import { makePictureOfMoment } from '../picture-of-moment.usecases.ts';
import {
  deletePosterChoice,
  failPosterChoice,
  findPosterChoice,
  type PosterChoice,
  posterToLease,
} from '../poster-choices.repository.ts';
import { schedulePictureRemoval } from './remove-pictures.task.ts';

const dataSchema = z.object({ videoId: z.uuid(), choiceId: z.uuid() });
type MakePosterData = z.infer<typeof dataSchema>;

/** Tries are counted in the choice, where one that met a full disk does not count. */
export const makePosterKind: JobKind<MakePosterData> = {
  name: 'make-poster',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: unlimited,
  retryDelayMaxSeconds: 10,
  expireSeconds: 600,
};

type PosterDeps = Pick<
  WorkerDeps,
  'db' | 'log' | 'storage' | 'queue' | 'masterKey' | 'workDir' | 'diskFolders' | 'tools'
>;

interface PosterTry extends PosterChoice {
  readonly lease: Lease;
}

/** Makes a chosen poster, and replaces the previous one after it is stored completely. */
export async function makePoster(
  deps: PosterDeps,
  { data, signal }: Pick<JobRun<MakePosterData>, 'data' | 'signal'>,
): Promise<void> {
  const { db, log } = deps;
  const { videoId, choiceId: id } = data;
  const folder = path.join(deps.workDir, `poster-${id}`);
  const job: LeasedJob<PosterTry> = {
    row: posterToLease(videoId, id),
    said: 'making a chosen poster',
    facts: { videoId },
    async begin(trx, lease) {
      const choice = await findPosterChoice(trx, videoId, id);
      if (!choice) throw new Error(`choice ${id} is gone although it is leased`);
      return { ...choice, lease };
    },
    work: (attempt, stopped) =>
      runLeavingRoom(deps.diskFolders, stopped, (room) =>
        runInScratchFolder(folder, attempt.lease.fence, async (scratchDir) => {
          const file = await makePosterFile(deps, attempt, scratchDir, room);
          await showPoster(deps, attempt, file, room);
        }),
      ),
    clearUnwanted: (_attempt, stopped) =>
      writeWhenServed(() => clearUnwantedPoster(deps, videoId, id), stopped),
    isFinal: (error) => error instanceof MediaError,
    async giveUp({ lease }, error) {
      log.warn({ err: error, videoId }, 'a chosen poster could not be made');
      await settleLease(db, lease, async (trx) => {
        await failPosterChoice(trx, videoId, id);
        const files = listPosterFiles(formatChosenPosterName(id));
        await schedulePictureRemoval(deps, trx, videoId, files);
      });
    },
  };
  await runLeasedJob(deps, job, signal);
}

async function makePosterFile(
  deps: PosterDeps,
  { videoId, atSeconds, picture }: PosterChoice,
  scratchDir: string,
  signal: AbortSignal,
): Promise<string> {
  const { tools } = deps;
  const outPath = path.join(scratchDir, 'poster.jpg');
  if (picture) {
    const inputPath = path.join(scratchDir, 'picture');
    await writeFile(inputPath, picture, { mode: 0o600 });
    await reencodePicture({ inputPath, outPath, tools, signal });
  } else {
    const moment = { videoId, scratchDir, outPath, signal, atSeconds: atSeconds ?? 0 };
    await makePictureOfMoment(deps, moment);
  }
  return outPath;
}

async function showPoster(
  deps: PosterDeps,
  { videoId, id, lease }: PosterTry,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, storage, tools } = deps;
  const thumbnail = formatThumbnailName(file);
  await makeThumbnail({ inputPath: file, outPath: thumbnail, tools, signal });
  const key = `${formatMediaPrefix(videoId)}/${formatChosenPosterName(id)}`;
  await storage.publishFile(thumbnail, formatThumbnailName(key));
  await storage.publishFile(file, key);
  const show = async (trx: HeldTrx) => {
    const row = await lockVideo(trx, videoId);
    if (!row) throw new Error(`video ${videoId} is gone although its poster is leased`);
    if (row.poster_id !== null) {
      const before = listPosterFiles(formatChosenPosterName(row.poster_id));
      await schedulePictureRemoval(deps, trx, videoId, before);
    }
    await updateVideo(trx, videoId, { poster_id: id, chosen_has_card: true }, row.updated_at);
    await deletePosterChoice(trx, videoId, id);
  };
  // The video first, in the same order as the choice.
  await settleLease(db, lease, show, { lockFirst: (trx) => lockVideo(trx, videoId) });
}

/** Removes a poster that another choice, or none, has replaced. @returns whether it was replaced */
async function clearUnwantedPoster(
  deps: Pick<PosterDeps, 'db' | 'queue'>,
  videoId: string,
  id: string,
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await lockVideo(trx, videoId);
    if (row?.poster_id === id || (await findPosterChoice(trx, videoId, id))) return false;
    await schedulePictureRemoval(deps, trx, videoId, listPosterFiles(formatChosenPosterName(id)));
    return true;
  });
}
