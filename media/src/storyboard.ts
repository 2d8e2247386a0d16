import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaError } from './media-error.ts';
import { listDecodingArguments, type PicturesRequest } from './picture-track.ts';
import { runTool } from './run-tool.ts';
import { formatStoryboardTrack, planStoryboard } from './storyboard-plan.ts';
import { formatFileUrl } from './untrusted-input.ts';

/**
 * Writes small pictures of the whole video in sheets, and a WebVTT track that says which part of
 * which sheet shows which stretch of time. Few pictures are decoded.
 *
 * @throws MediaError `broken_file`, `cancelled`, `timed_out`, `disk_full`, `tool_failed`.
 */
export async function makeStoryboard(request: PicturesRequest): Promise<void> {
  const { inputPath, outDir, tools, signal, durationSeconds } = request;
  const plan = planStoryboard(durationSeconds, request.rendition);
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const { tileWidth, tileHeight, columns, rows } = plan;
  const filters = [
    `fps=1/${plan.everySeconds}:start_time=0:round=up`,
    `scale=${tileWidth}:${tileHeight}`,
    `tile=${columns}x${rows}`,
  ];
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...listDecodingArguments(request)],
      ...['-i', formatFileUrl(inputPath), '-map', '0:v', '-vf', filters.join(','), '-q:v', '5'],
      ...['-map_metadata', '-1', '-f', 'image2', formatFileUrl(join(outDir, '%d.jpg'))],
    ],
    guard: tools.guard,
    timeoutMs: 30 * 60_000,
    signal,
  });
  const sheets = (await readdir(outDir)).filter((name) => name.endsWith('.jpg')).length;
  if (sheets === 0) throw new MediaError('broken_file', { log: 'no picture for the storyboard' });
  await writeFile(join(outDir, 'index.vtt'), formatStoryboardTrack(plan, sheets));
}
