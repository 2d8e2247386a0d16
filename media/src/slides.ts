import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureTrack } from './make-picture-tracks.ts';
import { MediaError } from './media-error.ts';
import type { PicturesRequest } from './picture-track.ts';
import { chooseSlides, computeSecondsPerSlide, formatSlidesTrack } from './slides-plan.ts';
import { formatFileUrl } from './untrusted-input.ts';

/**
 * A picture is another one when in a fiftieth of its blocks of 8 × 8 the brightness differs by five
 * of 255 on average: a line that is written on a board does, a head that speaks in a corner doesn't.
 */
const differs = 'mpdecimate=hi=65535:lo=320:frac=0.02';

/**
 * Plans the pictures by which a video can be followed where the network allows no more than its
 * sound: each slide once, when it appears; of moving pictures few.
 */
export function planSlideFiles(request: PicturesRequest): PictureTrack {
  const { outDir, durationSeconds } = request;
  const everySeconds = computeSecondsPerSlide(durationSeconds);
  const picturesDir = join(outDir, 'seen');
  const filters = [`fps=1/${everySeconds}:start_time=0:round=up`, differs];
  return {
    request,
    picturesDir,
    output: [
      ...['-vf', filters.join(','), '-q:v', '6'],
      // A picture is named by its time, in steps of the rate.
      ...['-fps_mode', 'passthrough', '-frame_pts', '1', '-map_metadata', '-1'],
      ...['-f', 'image2', formatFileUrl(join(picturesDir, '%d.jpg'))],
    ],
    finish: () => chooseAndNameSlides(request, picturesDir, everySeconds),
  };
}

async function chooseAndNameSlides(
  { outDir, durationSeconds, rendition }: PicturesRequest,
  seenDir: string,
  everySeconds: number,
): Promise<void> {
  const numbers = (await readdir(seenDir)).map((name) => Number.parseInt(name, 10));
  const seen = await Promise.all(
    numbers
      .toSorted((a, b) => a - b)
      .map(async (number) => ({
        file: join(seenDir, `${number}.jpg`),
        atSeconds: number * everySeconds,
        bytes: (await stat(join(seenDir, `${number}.jpg`))).size,
      })),
  );
  const slides = chooseSlides(seen, durationSeconds);
  if (slides.length === 0)
    throw new MediaError('broken_file', { log: 'no picture for the slides' });
  for (const [index, { file }] of slides.entries()) {
    await rename(file, join(outDir, `${index + 1}.jpg`));
  }
  await rm(seenDir, { recursive: true });
  await writeFile(join(outDir, 'index.vtt'), formatSlidesTrack(slides, durationSeconds, rendition));
}
