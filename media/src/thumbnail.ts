import { stat } from 'node:fs/promises';
import { listFitFilters, type PictureRequest, writeJpeg } from './picture.ts';

/** Of a thumbnail in the library on a usual screen, or half of one where pixels are doubled. */
const largestSide = 480;
/** What a connection of 300 kbit/s loads in less than a second. */
const wantedBytes = 30_000;
/** ffmpeg's `-q:v` of JPEG; hardly any picture needs more than the first. */
export const thumbnailQuality = 6;
/** For the others, the best first. */
const lowerQualities = [10, 15, 22] as const;
/** A poster that was written here. */
const reader = ['-protocol_whitelist', 'file', '-f', 'jpeg_pipe'];

/** For the run of ffmpeg that makes the poster, too. */
export const thumbnailFilters = listFitFilters(largestSide);

/**
 * Makes the small picture for lists out of a poster, as JPEG of at most 480 on a side and, but for the
 * most restless of pictures, 30 kB.
 *
 * @throws MediaError as `writeJpeg`
 */
export async function makeThumbnail(request: PictureRequest): Promise<void> {
  await writeJpeg(request, { reader, largestSide, quality: thumbnailQuality });
  await shrinkThumbnail(request);
}

/**
 * Makes a thumbnail again in less quality where it is too large.
 *
 * @throws MediaError as `writeJpeg`
 */
export async function shrinkThumbnail(request: PictureRequest): Promise<void> {
  let { size } = await stat(request.outPath);
  for (const quality of lowerQualities) {
    if (size <= wantedBytes) return;
    size = await writeJpeg(request, { reader, largestSide, quality });
  }
}
