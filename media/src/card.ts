import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { confined } from './confinement.ts';
import { MediaError } from './media-error.ts';
import type { PictureRequest } from './picture.ts';
import { runTool } from './run-tool.ts';
import { fileUrl } from './untrusted-input.ts';

/** Of a card in the library on a usual screen, or half of one where pixels are doubled. */
const box = { width: 480, height: 480 } as const;
/** What a line of 300 kbit/s brings in less than a second. */
const wantedBytes = 30_000;
/** ffmpeg's `-q:v` of JPEG, the best first; hardly any picture needs more than the first. */
const qualities = [5, 9, 14, 22] as const;

/**
 * Makes the small picture for lists out of a poster, as JPEG of at most 480 on a side and, but for the
 * most restless of pictures, 30 kB.
 *
 * @throws MediaError `broken_file`, `cancelled`, `timed_out`, `disk_full`.
 */
export async function makeCard(request: PictureRequest): Promise<void> {
  const { inputPath, outPath, tools, signal } = request;
  const fit = `scale=w='min(${box.width},iw)':h='min(${box.height},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  for (const quality of qualities) {
    await runTool({
      program: tools.ffmpeg,
      args: [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-xerror', '-y'],
        ...['-protocol_whitelist', 'file', '-f', 'jpeg_pipe', '-i', fileUrl(inputPath)],
        ...['-vf', `${fit},setsar=1,format=yuvj420p`, '-frames:v', '1', '-q:v', String(quality)],
        ...['-map_metadata', '-1', '-f', 'image2', '-update', '1', fileUrl(outPath)],
      ],
      guard: confined(
        tools,
        { cpuSeconds: 60, fileBytes: 16 * 1024 ** 2 },
        { reads: [inputPath], writes: [dirname(outPath)] },
      ),
      timeoutMs: 60_000,
      signal,
    });
    const made = await stat(outPath).catch(() => null);
    if (!made || made.size === 0) throw new MediaError('broken_file');
    if (made.size <= wantedBytes) return;
  }
}
