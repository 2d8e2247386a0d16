import { join } from 'node:path';
import { confine } from './confinement.ts';
import { toSourceFault } from './media-error.ts';
import type { SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { formatFileUrl, listUntrustedInputArguments } from './untrusted-input.ts';

export type CaptionsRequest = {
  inputPath: string;
  facts: Pick<SourceFacts, 'texts' | 'sizeBytes'>;
  /** Gets a file for each track, named by its stream: `3.vtt`. */
  outDir: string;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

/** A video of ten hours has less than one. */
const mostBytes = 8 * 1024 ** 2;
const slowestBytesPerSecond = 2 * 1024 ** 2;

/**
 * Writes the subtitles of a source as WebVTT, with times from the beginning of the video.
 *
 * @throws MediaError `broken_file`, `endless_file`, `cancelled`, `timed_out`, `disk_full`
 */
export async function extractCaptions(request: CaptionsRequest): Promise<void> {
  const { inputPath, facts, outDir, tools, signal } = request;
  const timeoutSeconds = 120 + facts.sizeBytes / slowestBytesPerSecond;
  const outputs = facts.texts.flatMap(({ stream }) => [
    ...['-map', `0:${stream}`, '-map_metadata', '-1', '-c:s', 'webvtt', '-f', 'webvtt'],
    formatFileUrl(join(outDir, `${stream}.vtt`)),
  ]);
  await runTool({
    program: tools.ffmpeg,
    args: [
      '-nostdin',
      '-hide_banner',
      '-v',
      'error',
      '-y',
      ...listUntrustedInputArguments(inputPath),
      ...outputs,
    ],
    guard: confine(
      tools,
      { cpuSeconds: timeoutSeconds, fileBytes: mostBytes },
      { reads: [inputPath], writes: [outDir] },
    ),
    timeoutMs: timeoutSeconds * 1000,
    signal,
  }).catch((error: unknown) => {
    throw toSourceFault(error);
  });
}
