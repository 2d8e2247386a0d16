import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FullDisk } from '@prahari/contract';
import { MediaError, type MediaTools, makeCard, reencodePicture } from '@prahari/media';
import * as z from 'zod/mini';
import type { Db, Trx } from '../../../../platform/db/database.ts';
import { type DiskFolders, leavingRoom } from '../../../../platform/disk/disk-room.ts';
import {
  type DiskWaitValues,
  findFullDisk,
  isRoomMade,
  releaseToWait,
} from '../../../../platform/disk/disk-wait.ts';
import { type JobKind, type JobRun, unlimited } from '../../../../platform/jobs/queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { inScratchFolder } from '../../../../platform/storage/scratch-folder.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import {
  cardNameOf,
  chosenPosterName,
  filesOfPoster,
  mediaPrefixOf,
} from '../../../delivery/index.ts';
import type { CatalogueRepository } from '../../../videos/index.ts';
import type {
  PosterChoice,
  PosterChoicesRepository,
  PosterTry,
} from '../poster-choices.repository.ts';

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

export interface MakePosterDeps {
  readonly db: Db;
  readonly log: Log;
  readonly storage: Pick<ObjectStorage, 'publishFile'>;
  readonly videos: Pick<CatalogueRepository, 'lockById' | 'change'>;
  readonly choices: PosterChoicesRepository;
  /** Removes pictures that are not shown, once their addresses are no longer in use. */
  retirePictures(trx: Trx, videoId: string, names: readonly string[]): Promise<void>;
  readonly workDir: string;
  readonly diskFolders: DiskFolders;
  readonly tools: MediaTools;
  /** Writes the picture of a moment of a published lecture. */
  stillAt(request: {
    videoId: string;
    atSeconds: number;
    scratchDir: string;
    outPath: string;
    tools: MediaTools;
    signal: AbortSignal;
  }): Promise<void>;
}

/** Makes a chosen poster, and shows it in place of the one before once it lies whole in the store. */
export function createMakePoster(deps: MakePosterDeps) {
  const { db, log, choices, tools, diskFolders } = deps;

  async function make(choice: PosterChoice, scratchDir: string, signal: AbortSignal) {
    const outPath = path.join(scratchDir, 'poster.jpg');
    const { videoId, atSeconds, picture } = choice;
    if (picture) {
      const inputPath = path.join(scratchDir, 'picture');
      await writeFile(inputPath, picture, { mode: 0o600 });
      await reencodePicture({ inputPath, outPath, tools, signal });
    } else {
      await deps.stillAt({
        videoId,
        scratchDir,
        outPath,
        tools,
        signal,
        atSeconds: atSeconds ?? 0,
      });
    }
    return outPath;
  }

  async function show(choice: PosterChoice, file: string, signal: AbortSignal): Promise<void> {
    const { videoId, id } = choice;
    const card = cardNameOf(file);
    await makeCard({ inputPath: file, outPath: card, tools, signal });
    const key = `${mediaPrefixOf(videoId)}/${chosenPosterName(id)}`;
    await deps.storage.publishFile(card, cardNameOf(key));
    await deps.storage.publishFile(file, key);
    await db.transaction().execute(async (trx) => {
      const row = await deps.videos.lockById(trx, videoId);
      // Another one was chosen meanwhile, or none: then this one is not wanted any more.
      if (!row || !(await choices.find(trx, videoId, id))) {
        return deps.retirePictures(trx, videoId, filesOfPoster(chosenPosterName(id)));
      }
      if (row.poster_id !== null) {
        await deps.retirePictures(trx, videoId, filesOfPoster(chosenPosterName(row.poster_id)));
      }
      await deps.videos.change(
        trx,
        videoId,
        { poster_id: id, chosen_has_card: true },
        row.updated_at,
      );
      await choices.remove(trx, videoId, id);
    });
  }

  async function giveUp({ videoId, id }: PosterTry, error: unknown): Promise<void> {
    log.warn({ err: error, videoId }, 'a chosen poster could not be made');
    await db.transaction().execute(async (trx) => {
      await choices.fail(trx, videoId, id);
      await deps.retirePictures(trx, videoId, filesOfPoster(chosenPosterName(id)));
    });
  }

  /** Decides between giving up, another try, a wait for room, and a try that a stop cut off. */
  async function settleFailure(
    attempt: PosterTry,
    error: unknown,
    { before, signal }: { before: FullDisk | null; signal: AbortSignal },
  ): Promise<void> {
    if (signal.aborted) {
      await choices.release(db, attempt);
      throw error;
    }
    const disk = await findFullDisk(diskFolders, error);
    if (disk) {
      const said = 'making a chosen poster waits for room on a disk';
      const facts = { videoId: attempt.videoId };
      const write = (wait: DiskWaitValues) => choices.release(db, attempt, wait);
      const release = { disk, before, expectedBytes: 0, said, facts, write };
      await releaseToWait(deps, release, signal);
      throw error;
    }
    if (!(error instanceof MediaError) && attempt.number < tries) throw error;
    await giveUp(attempt, error);
  }

  return async function makePoster({ data, signal }: JobRun<MakePosterData>): Promise<void> {
    const { videoId, choiceId: id } = data;
    const wait = await choices.find(db, videoId, id);
    const note = (freeBytes: number) => choices.noteFreeBytes(db, { videoId, id }, freeBytes);
    // The queue brings it again within seconds.
    if (!(await isRoomMade(diskFolders, wait, note))) {
      throw new Error(`the poster of video ${videoId} waits for room on a disk`);
    }
    const attempt = await choices.begin(db, videoId, id);
    if (!attempt) return;
    if (attempt.number > tries) return giveUp(attempt, new Error('interrupted too often'));
    try {
      const folder = path.join(deps.workDir, `poster-${id}`);
      await leavingRoom(diskFolders, signal, (room) =>
        inScratchFolder(folder, async (scratchDir) =>
          show(attempt, await make(attempt, scratchDir, room), room),
        ),
      );
    } catch (error) {
      await settleFailure(attempt, error, { before: wait?.disk_wait ?? null, signal });
    }
  };
}
