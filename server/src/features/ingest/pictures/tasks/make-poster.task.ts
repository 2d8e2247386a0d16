import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FullDisk } from '@prahari/contract';
import { MediaError, makeThumbnail, reencodePicture } from '@prahari/media';
import * as z from 'zod/mini';
import { leavingRoom } from '../../../../platform/disk/disk-room.ts';
import {
  type DiskWaitValues,
  findFullDisk,
  isRoomMade,
  releaseToWait,
} from '../../../../platform/disk/disk-wait.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import { inScratchFolder } from '../../../../platform/storage/scratch-folder.ts';
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
  beginPosterChoice,
  deletePosterChoice,
  failPosterChoice,
  findPosterChoice,
  type PosterChoice,
  type PosterTry,
  recordPosterFreeBytes,
  releasePosterChoice,
} from '../poster-choices.repository.ts';
import { schedulePictureRemoval } from './remove-pictures.task.ts';

const dataSchema = z.object({ videoId: z.uuid(), choiceId: z.uuid() });
type MakePosterData = z.infer<typeof dataSchema>;

/** Counted with the choice, where a try that met a full disk is none. */
const tries = 4;

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

/** Makes a chosen poster, and shows it in place of the one before once it lies whole in the store. */
export async function makePoster(
  deps: PosterDeps,
  { data, signal }: Pick<JobRun<MakePosterData>, 'data' | 'signal'>,
): Promise<void> {
  const { db, diskFolders } = deps;
  const { videoId, choiceId: id } = data;
  const wait = await findPosterChoice(db, videoId, id);
  const note = (freeBytes: number) => recordPosterFreeBytes(db, { videoId, id }, freeBytes);
  // The queue brings it again within seconds.
  if (!(await isRoomMade(diskFolders, wait, note))) {
    throw new Error(`the poster of video ${videoId} waits for room on a disk`);
  }
  const attempt = await beginPosterChoice(db, videoId, id);
  if (!attempt) return;
  if (attempt.number > tries) {
    return giveUpPoster(deps, attempt, new Error('interrupted too often'));
  }
  try {
    const folder = path.join(deps.workDir, `poster-${id}`);
    await leavingRoom(diskFolders, signal, (room) =>
      inScratchFolder(folder, async (scratchDir) => {
        const file = await makePosterFile(deps, attempt, scratchDir, room);
        await showPoster(deps, attempt, file, room);
      }),
    );
  } catch (error) {
    await settleFailure(deps, attempt, error, { before: wait?.disk_wait ?? null, signal });
  }
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
  { videoId, id }: PosterChoice,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, storage, tools } = deps;
  const thumbnail = formatThumbnailName(file);
  await makeThumbnail({ inputPath: file, outPath: thumbnail, tools, signal });
  const key = `${formatMediaPrefix(videoId)}/${formatChosenPosterName(id)}`;
  await storage.publishFile(thumbnail, formatThumbnailName(key));
  await storage.publishFile(file, key);
  await db.transaction().execute(async (trx) => {
    const removePoster = (posterId: string) =>
      schedulePictureRemoval(deps, trx, videoId, listPosterFiles(formatChosenPosterName(posterId)));
    const row = await lockVideo(trx, videoId);
    // Another one was chosen meanwhile, or none: then this one is not wanted any more.
    if (!row || !(await findPosterChoice(trx, videoId, id))) return removePoster(id);
    if (row.poster_id !== null) await removePoster(row.poster_id);
    await updateVideo(trx, videoId, { poster_id: id, chosen_has_card: true }, row.updated_at);
    await deletePosterChoice(trx, videoId, id);
  });
}

async function giveUpPoster(
  deps: Pick<PosterDeps, 'db' | 'log' | 'queue'>,
  { videoId, id }: PosterTry,
  error: unknown,
): Promise<void> {
  deps.log.warn({ err: error, videoId }, 'a chosen poster could not be made');
  await deps.db.transaction().execute(async (trx) => {
    await failPosterChoice(trx, videoId, id);
    await schedulePictureRemoval(deps, trx, videoId, listPosterFiles(formatChosenPosterName(id)));
  });
}

/** Decides between giving up, another try, a wait for room, and a try that a stop cut off. */
async function settleFailure(
  deps: PosterDeps,
  attempt: PosterTry,
  error: unknown,
  { before, signal }: { before: FullDisk | null; signal: AbortSignal },
): Promise<void> {
  const { db } = deps;
  if (signal.aborted) {
    await releasePosterChoice(db, attempt);
    throw error;
  }
  const disk = await findFullDisk(deps.diskFolders, error);
  if (disk) {
    const said = 'making a chosen poster waits for room on a disk';
    const facts = { videoId: attempt.videoId };
    const write = (wait: DiskWaitValues) => releasePosterChoice(db, attempt, wait);
    const release = { disk, before, expectedBytes: 0, said, facts, write };
    await releaseToWait(deps, release, signal);
    throw error;
  }
  if (!(error instanceof MediaError) && attempt.number < tries) throw error;
  await giveUpPoster(deps, attempt, error);
}
