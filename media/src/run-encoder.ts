import { cpus } from 'node:os';
import { confine } from './confinement.ts';
import type { Ladder } from './ladder.ts';
import { toSourceFault } from './media-error.ts';
import { sparedSeconds } from './pieces.ts';
import type { SourceFacts } from './probe.ts';
import { createProgressReader, type Progress } from './progress.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { type TranscodePlan, transcodeArguments } from './transcode-arguments.ts';

export type TranscodeRequest = {
  inputPath: string;
  /** Gets one MP4 for each rendition, named by it; made if missing, files of an earlier try are replaced. */
  outDir: string;
  ladder: Ladder;
  facts: SourceFacts;
  tools: MediaTools;
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal | undefined;
};

const minTimeoutMs = 15 * 60_000;
const timeoutMsPerSecondOfVideo = 60_000;

/**
 * Encodes the renditions of a ladder into `outDir` in one run of ffmpeg: the whole, or one piece.
 * @param gainsDb of the sound tracks, by their stream
 * @param seconds of video that come out
 * @throws MediaError
 */
export async function runEncoder(
  request: TranscodeRequest & Pick<TranscodePlan, 'piece' | 'soundPiece'>,
  { gainsDb, seconds }: { gainsDb: ReadonlyMap<number, number>; seconds: number },
): Promise<void> {
  const { inputPath, outDir, ladder, tools, signal, onProgress } = request;
  const timeoutMs = Math.max(minTimeoutMs, seconds * timeoutMsPerSecondOfVideo);
  const readProgress = createProgressReader(seconds);
  await runTool({
    program: tools.ffmpeg,
    args: transcodeArguments(request, gainsDb),
    guard: confine(
      tools,
      {
        cpuSeconds: (timeoutMs / 1000) * cpus().length,
        fileBytes: computeLargestFile(ladder, seconds),
      },
      { reads: [inputPath], writes: [outDir] },
    ),
    timeoutMs,
    signal,
    onStdout: (chunk) => {
      for (const progress of readProgress(chunk)) onProgress?.(progress);
    },
  }).catch((error: unknown) => {
    throw toSourceFault(error);
  });
}

/**
 * Computes how large a file of so much video may be: no rendition exceeds its rate for long, and
 * twice that is a fault or an attack.
 */
export function computeLargestFile(ladder: Ladder, seconds: number): number {
  const rates = [128, ...ladder.video.map((rendition) => rendition.maxBitrateKbps)];
  const bytesPerSecond = (Math.max(...rates) * 1000) / 8;
  return Math.ceil(bytesPerSecond * (seconds + sparedSeconds) * 2) + 64 * 1024 ** 2;
}
