import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { confine } from './confinement.ts';
import { maxPicturePixels } from './ffprobe-report.ts';
import { MediaError } from './media-error.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { formatFileUrl } from './untrusted-input.ts';

export type PictureRequest = {
  /** An untrusted one has no ending in its name, by which ffmpeg would choose a format. */
  inputPath: string;
  /** Where the JPEG goes; a file there is replaced. */
  outPath: string;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

/** As large as posters of videos. */
const largestSide = 1280;
/** Readers of one picture; none of them follows names or opens other files. */
const formats = 'jpeg_pipe,png_pipe,webp_pipe';

/**
 * Makes an untrusted picture (JPEG, PNG or WebP) an ordinary JPEG: decoded within limits and
 * encoded again, at most 1280 on a side, without what it carried besides the picture.
 * @throws MediaError `broken_file` when it cannot be decoded, `too_large_picture`, `cancelled`,
 *   `timed_out`, `disk_full`.
 */
export async function reencodePicture(request: PictureRequest): Promise<void> {
  const reader = [
    ...['-max_alloc', '1073741824', '-protocol_whitelist', 'file'],
    ...['-format_whitelist', formats, '-codec_whitelist', 'mjpeg,png,webp'],
    ...['-max_pixels', String(maxPicturePixels)],
  ];
  await writeJpeg(request, { reader, largestSide, quality: 3 }).catch((error: unknown) => {
    if (!(error instanceof MediaError) || error.code !== 'tool_failed') throw error;
    const isVast = /max pixel count|picture size .* is invalid/i.test(error.log);
    throw new MediaError(isVast ? 'too_large_picture' : 'broken_file', { cause: error });
  });
}

export type JpegOptions = {
  /** ffmpeg's words on how to read the picture. */
  reader: readonly string[];
  /** In pixels; smaller pictures stay as they are. */
  largestSide: number;
  /** ffmpeg's `-q:v`: 2 is the best, 31 the smallest. */
  quality: number;
};

/** Lists the filters that make a picture fit into a square of so many pixels, as JPEG has it. */
export function listFitFilters(side: number): string {
  const fit = `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  return `${fit},setsar=1,format=yuvj420p`;
}

/**
 * Writes one picture as JPEG, without what it carried besides the picture.
 *
 * @returns how large the file is, in bytes
 * @throws MediaError `broken_file` when it could not be decoded, `tool_failed`, `cancelled`,
 * `timed_out`, `disk_full`.
 */
export async function writeJpeg(
  { inputPath, outPath, tools, signal }: PictureRequest,
  { reader, largestSide: side, quality }: JpegOptions,
): Promise<number> {
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-xerror', '-y'],
      ...[...reader, '-i', formatFileUrl(inputPath)],
      ...['-vf', listFitFilters(side), '-frames:v', '1', '-q:v', String(quality)],
      ...['-map_metadata', '-1', '-f', 'image2', '-update', '1', formatFileUrl(outPath)],
    ],
    guard: confine(
      tools,
      { cpuSeconds: 60, fileBytes: 16 * 1024 ** 2 },
      { reads: [inputPath], writes: [dirname(outPath)] },
    ),
    timeoutMs: 60_000,
    signal,
  });
  const made = await stat(outPath).catch(() => null);
  if (!made || made.size === 0) throw new MediaError('broken_file');
  return made.size;
}
