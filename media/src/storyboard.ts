import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureTrack } from './make-picture-tracks.ts';
import { MediaError } from './media-error.ts';
import type { PicturesRequest } from './picture-track.ts';
import { formatStoryboardTrack, planStoryboard } from './storyboard-plan.ts';
import { formatFileUrl } from './untrusted-input.ts';

/**
 * Plans small pictures of the whole video in sheets, and a WebVTT track that says which part of
 * which sheet shows which stretch of time.
 */
export function planStoryboardFiles(request: PicturesRequest): PictureTrack {
  const { outDir, durationSeconds } = request;
  const plan = planStoryboard(durationSeconds, request.rendition);
  const { tileWidth, tileHeight, columns, rows } = plan;
  const filters = [
    `fps=1/${plan.everySeconds}:start_time=0:round=up`,
    `scale=${tileWidth}:${tileHeight}`,
    `tile=${columns}x${rows}`,
  ];
  return {
    request,
    picturesDir: outDir,
    output: [
      ...['-vf', filters.join(','), '-q:v', '5', '-map_metadata', '-1'],
      ...['-f', 'image2', formatFileUrl(join(outDir, '%d.jpg'))],
    ],
    async finish() {
      const sheets = (await readdir(outDir)).filter((name) => name.endsWith('.jpg')).length;
      if (sheets === 0)
        throw new MediaError('broken_file', { log: 'no picture for the storyboard' });
      await writeFile(join(outDir, 'index.vtt'), formatStoryboardTrack(plan, sheets));
    },
  };
}
