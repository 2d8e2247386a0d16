import { rm } from 'node:fs/promises';
import path from 'node:path';
import { linkFile, linkTree } from '../../../platform/storage/link-tree.ts';
import {
  formatMediaPrefix,
  formatPicturesFolder,
  formatPosterName,
  formatThumbnailName,
  pictureNames,
} from '../../delivery/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { isFileThere } from '../is-file-there.adapter.ts';

/** How often pictures were made again after their publication; part of their names. */
export interface PictureRevisions {
  readonly poster: number;
  /** Of storyboard and slides. */
  readonly pictures: number;
}

export interface PicturesToPublish {
  readonly videoId: string;
  /** The folder of finished results of the job; survives a try. */
  readonly resultDir: string;
  /** This try's own folder, for unfinished files. */
  readonly scratchDir: string;
  readonly revisions: PictureRevisions;
}

/** Of the poster in the folder of results. */
export const posterFile = formatPosterName(0);

/** Publishes the poster and its thumbnail, as far as they were made; the results stay. */
export async function publishPoster(
  { storage }: Pick<IngestDeps, 'storage'>,
  { videoId, resultDir, scratchDir, revisions }: PicturesToPublish,
): Promise<void> {
  const published = formatPosterName(revisions.poster);
  for (const [name, as] of [
    [formatThumbnailName(posterFile), formatThumbnailName(published)],
    [posterFile, published],
  ] as const) {
    const picture = path.join(resultDir, name);
    if (!(await isFileThere(picture))) continue;
    const linked = path.join(scratchDir, `out-${name}`);
    await rm(linked, { force: true });
    await linkFile(picture, linked);
    await storage.publishFile(linked, `${formatMediaPrefix(videoId)}/${as}`);
  }
}

/** Publishes storyboard and slides, as far as they were made; the results stay. */
export async function publishStoryboardAndSlides(
  { storage }: Pick<IngestDeps, 'storage'>,
  { videoId, resultDir, scratchDir, revisions }: PicturesToPublish,
): Promise<void> {
  for (const name of pictureNames) {
    const made = path.join(resultDir, name);
    if (!(await isFileThere(made))) continue;
    const linked = path.join(scratchDir, `${name}-out`);
    await linkTree(made, linked);
    const folder = formatPicturesFolder(name, revisions.pictures);
    await storage.publish(linked, `${formatMediaPrefix(videoId)}/${folder}`);
  }
}
