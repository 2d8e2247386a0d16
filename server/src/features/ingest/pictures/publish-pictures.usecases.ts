import { access, rm } from 'node:fs/promises';
import path from 'node:path';
import { linkFile, linkTree } from '../../../platform/storage/link-tree.ts';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import {
  cardNameOf,
  mediaPrefixOf,
  pictureNames,
  picturesFolder,
  posterNameOf,
} from '../../delivery/index.ts';

/** How often pictures were made again since others could see them: they lie under names of that. */
export interface PictureRevisions {
  readonly poster: number;
  /** Of storyboard and slides. */
  readonly pictures: number;
}

export interface PicturesToPublish {
  readonly videoId: string;
  /** Where finished results of the job lie; survives a try. */
  readonly resultDir: string;
  /** This try's own, for what is not finished. */
  readonly scratchDir: string;
  readonly revisions: PictureRevisions;
}

/** Of the poster in the folder of results. */
export const posterFile = posterNameOf(0);

/** Publishes pictures of a lesson; what lies in the folder of results stays there. */
export function createPublishPictures({
  storage,
}: {
  storage: Pick<ObjectStorage, 'publish' | 'publishFile'>;
}) {
  return {
    /** Publishes the poster and its card, as far as they were made. */
    async poster(request: PicturesToPublish): Promise<void> {
      const { videoId, resultDir, scratchDir, revisions } = request;
      const published = posterNameOf(revisions.poster);
      for (const [name, as] of [
        [cardNameOf(posterFile), cardNameOf(published)],
        [posterFile, published],
      ] as const) {
        const picture = path.join(resultDir, name);
        if (!(await isThere(picture))) continue;
        const taken = path.join(scratchDir, `out-${name}`);
        await rm(taken, { force: true });
        await linkFile(picture, taken);
        await storage.publishFile(taken, `${mediaPrefixOf(videoId)}/${as}`);
      }
    },

    /** Storyboard and slides, as far as they were made. */
    async others(request: PicturesToPublish): Promise<void> {
      const { videoId, resultDir, scratchDir, revisions } = request;
      for (const name of pictureNames) {
        const made = path.join(resultDir, name);
        if (!(await isThere(made))) continue;
        const taken = path.join(scratchDir, `${name}-out`);
        await linkTree(made, taken);
        const folder = picturesFolder(name, revisions.pictures);
        await storage.publish(taken, `${mediaPrefixOf(videoId)}/${folder}`);
      }
    },
  };
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
