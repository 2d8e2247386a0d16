import { type PictureRequest, writeJpeg } from './picture.ts';

/** Of a thumbnail in the library on a usual screen, or half of one where pixels are doubled. */
const largestSide = 480;
/** What a connection of 300 kbit/s loads in less than a second. */
const wantedBytes = 30_000;
/** ffmpeg's `-q:v` of JPEG, the best first; hardly any picture needs more than the first. */
const qualities = [6, 10, 15, 22] as const;
/** A poster that was written here. */
const reader = ['-protocol_whitelist', 'file', '-f', 'jpeg_pipe'];

/**
 * Makes the small picture for lists out of a poster, as JPEG of at most 480 on a side and, but for the
 * most restless of pictures, 30 kB.
 *
 * @throws MediaError as `writeJpeg`
 */
export async function makeThumbnail(request: PictureRequest): Promise<void> {
  for (const quality of qualities) {
    if ((await writeJpeg(request, { reader, largestSide, quality })) <= wantedBytes) return;
  }
}
