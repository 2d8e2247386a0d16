import { mkdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { confined } from './confinement.ts';
import { softwareEncoder, type VideoEncoder } from './encoders.ts';
import type { Ladder } from './ladder.ts';
import { gainOf, measureLoudness } from './loudness.ts';
import { MediaError, type MediaErrorCode } from './media-error.ts';
import { asSourceFault, probe, type SourceFacts } from './probe.ts';
import { createProgressReader, type Progress } from './progress.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { sparedSeconds, transcodeArguments } from './transcode-arguments.ts';

export type TranscodeRequest = {
  inputPath: string;
  /** Gets one MP4 for each rung, named by it; made if missing, files of an earlier try are replaced. */
  outDir: string;
  ladder: Ladder;
  facts: SourceFacts;
  tools: MediaTools;
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal | undefined;
};

const minTimeoutMs = 15 * 60_000;
const timeoutMsPerSecondOfVideo = 60_000;

export type Transcoded = {
  encoder: VideoEncoder['name'];
  /** What the encoder of the configuration said when it failed and libx264 stood in; for the log. */
  setback: string | null;
};

/**
 * Encodes every rung and the sound in one pass of one ffmpeg, with key frames on the segment grid.
 * Where hardware fails in the midst (too many sessions, a driver), libx264 does it all again.
 *
 * @throws MediaError `broken_file` when a tenth of the pictures cannot be decoded or the result is
 * shorter than the source says, `disk_full`, `cancelled`, `timed_out`.
 */
export async function transcodeLadder(request: TranscodeRequest): Promise<Transcoded> {
  const { ladder, tools } = request;
  await mkdir(request.outDir, { recursive: true });
  const gainDb = ladder.audio.length > 0 ? gainOf(await measureLoudness(request)) : 0;
  const { name } = tools.encoder;
  try {
    await transcodeOnce(request, gainDb);
    return { encoder: name, setback: null };
  } catch (error) {
    const isItsFault = error instanceof MediaError && mayBeFaultOfHardware.has(error.code);
    if (name === 'libx264' || !isItsFault) throw error;
    await transcodeOnce({ ...request, tools: { ...tools, encoder: softwareEncoder } }, gainDb);
    return { encoder: 'libx264', setback: error.log };
  }
}

/** A broken file fails in the same way once more; a driver does not. */
const mayBeFaultOfHardware: ReadonlySet<MediaErrorCode> = new Set([
  'broken_file',
  'endless_file',
  'tool_failed',
]);

async function transcodeOnce(request: TranscodeRequest, gainDb: number): Promise<void> {
  const { facts, ladder, tools, signal, onProgress } = request;
  const timeoutMs = Math.max(minTimeoutMs, facts.durationSeconds * timeoutMsPerSecondOfVideo);
  const fileBytes = largestFile(ladder, facts.durationSeconds);
  const readProgress = createProgressReader(facts.durationSeconds);
  await runTool({
    program: tools.ffmpeg,
    args: transcodeArguments(request, gainDb),
    guard: confined(
      tools,
      { cpuSeconds: (timeoutMs / 1000) * cpus().length, fileBytes },
      { reads: [request.inputPath], writes: [request.outDir] },
    ),
    timeoutMs,
    signal,
    onStdout: (chunk) => {
      for (const progress of readProgress(chunk)) onProgress?.(progress);
    },
  }).catch((error: unknown) => {
    throw asSourceFault(error);
  });
  await requireWholeResult(request);
}

/** No rung exceeds its rate for long; twice that is a fault or an attack. */
function largestFile(ladder: Ladder, durationSeconds: number): number {
  const rates = [128, ...ladder.video.map((rung) => rung.maxBitrateKbps)];
  const bytesPerSecond = (Math.max(...rates) * 1000) / 8;
  return Math.ceil(bytesPerSecond * (durationSeconds + sparedSeconds) * 2) + 64 * 1024 ** 2;
}

/** ffmpeg ends with success when its input merely stops early, so the length tells. */
async function requireWholeResult(request: TranscodeRequest): Promise<void> {
  const { facts, outDir, ladder, tools, signal } = request;
  const [best] = ladder.video;
  if (!best) throw new MediaError('broken_file');
  const made = await probe(resolve(outDir, `${best.name}.mp4`), { tools, signal }).catch(
    (cause: unknown) => {
      if (cause instanceof MediaError && cause.code === 'cancelled') throw cause;
      throw new MediaError('broken_file', { log: 'no picture came out', cause });
    },
  );
  // Where the picture's own length is unknown, sound may rightly outlast it, but not by half.
  const expected = facts.videoSeconds ?? facts.durationSeconds / 2;
  const missing = expected - made.durationSeconds;
  if (missing <= Math.max(1, expected * 0.02)) return;
  throw new MediaError('broken_file', {
    detail: `It says it is ${Math.round(expected)} seconds long, but only ${Math.floor(made.durationSeconds)} could be read.`,
  });
}
