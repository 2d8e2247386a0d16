import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MediaError, type MediaTools, makeCard, reencodePicture } from '@prahari/media';
import * as z from 'zod/mini';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../../platform/db/database.ts';
import type { JobKind, JobRun } from '../../../../platform/jobs/queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { inScratchFolder } from '../../../../platform/storage/scratch-folder.ts';
import type { ObjectStorage } from '../../../../platform/storage/storage.ts';
import type { CatalogueRepository } from '../../catalogue/index.ts';
import {
  cardNameOf,
  chosenPosterName,
  filesOfPoster,
  mediaPrefixOf,
} from '../../media-prefix.rules.ts';
import type { PosterChoice, PosterChoicesRepository } from '../poster-choices.repository.ts';

const dataSchema = z.object({ videoId: z.uuid(), choiceId: z.uuid() });
type MakePosterData = z.infer<typeof dataSchema>;

const tries = 4;

export const makePosterKind: JobKind<MakePosterData> = {
  name: 'make-poster',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: tries,
  expireSeconds: 600,
};

export interface MakePosterDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Pick<ObjectStorage, 'publishFile'>;
  readonly videos: Pick<CatalogueRepository, 'lockById' | 'change'>;
  readonly choices: PosterChoicesRepository;
  /** Has pictures removed that are not shown, once nobody holds their addresses any more. */
  retirePictures(trx: Trx, videoId: string, names: readonly string[]): Promise<void>;
  readonly workDir: string;
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
  const { db, choices, tools } = deps;

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

  return async function makePoster({ data, signal, attempt }: JobRun<MakePosterData>) {
    const { videoId, choiceId } = data;
    const choice = await choices.find(db, videoId, choiceId);
    if (!choice) return;
    try {
      await inScratchFolder(path.join(deps.workDir, `poster-${choiceId}`), async (scratchDir) =>
        show(choice, await make(choice, scratchDir, signal), signal),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      const isFault = error instanceof MediaError && error.code !== 'disk_full';
      if (!isFault && attempt < tries) throw error;
      deps.log.warn({ err: error, videoId }, 'a chosen poster could not be made');
      await db.transaction().execute(async (trx) => {
        await choices.fail(trx, videoId, choiceId);
        await deps.retirePictures(trx, videoId, filesOfPoster(chosenPosterName(choiceId)));
      });
    }
  };
}
