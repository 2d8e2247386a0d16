import { mkdir, rm } from 'node:fs/promises';
import { listDecodingArguments, type PicturesRequest } from './picture-track.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { formatFileUrl } from './untrusted-input.ts';

/** How pictures of a rendition, and a track that places them in time, are made. */
export type PictureTrack = {
  request: PicturesRequest;
  /** Where ffmpeg writes the pictures: `outDir`, or below it. */
  picturesDir: string;
  /** ffmpeg's words for its output, behind those that choose the track. */
  output: readonly string[];
  /** Makes of the pictures what `outDir` shall hold. */
  finish: () => Promise<void>;
};

/**
 * Makes picture tracks, of one rendition or several, by one run of ffmpeg: it takes longer to start
 * than to draw the pictures of a short video. Few pictures are decoded.
 *
 * @throws MediaError `broken_file`, `cancelled`, `timed_out`, `disk_full`, `tool_failed`.
 */
export async function makePictureTracks(
  tracks: readonly PictureTrack[],
  { tools, signal }: { tools: MediaTools; signal?: AbortSignal | undefined },
): Promise<void> {
  for (const { request, picturesDir } of tracks) {
    await rm(request.outDir, { recursive: true, force: true });
    await mkdir(picturesDir, { recursive: true });
  }
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
      ...tracks.flatMap(({ request }) => [
        ...listDecodingArguments(request),
        ...['-i', formatFileUrl(request.inputPath)],
      ]),
      ...tracks.flatMap(({ output }, index) => ['-map', `${index}:v`, ...output]),
    ],
    guard: tools.guard,
    timeoutMs: 60 * 60_000,
    signal,
  });
  for (const { finish } of tracks) await finish();
}
