import { mkdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { confined } from './confinement.ts';
import { type AudioRung, type Ladder, segmentSeconds, type VideoRung } from './ladder.ts';
import { gainOf, measureLoudness, soundFilters } from './loudness.ts';
import { MediaError } from './media-error.ts';
import { filterGraph } from './picture-filters.ts';
import { asSourceFault, probe, type SourceFacts } from './probe.ts';
import { createProgressReader, type Progress } from './progress.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { fileUrl, untrustedInput } from './untrusted-input.ts';

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
/** How much longer than it says a file may be; lengths in headers are rounded and guessed. */
const sparedSeconds = 10;
/** Names of people and places that a camera writes into its files. */
const withoutTags = ['-map_metadata', '-1', '-map_chapters', '-1'] as const;

/**
 * Encodes every rung and the sound in one pass of one ffmpeg, with key frames on the segment grid.
 *
 * @throws MediaError `broken_file` when a tenth of the pictures cannot be decoded or the result is
 * shorter than the source says, `disk_full`, `cancelled`, `timed_out`.
 */
export async function transcodeLadder(request: TranscodeRequest): Promise<void> {
  const { facts, ladder, tools, signal, onProgress } = request;
  await mkdir(request.outDir, { recursive: true });
  const gainDb = ladder.audio.length > 0 ? gainOf(await measureLoudness(request)) : 0;
  const timeoutMs = Math.max(minTimeoutMs, facts.durationSeconds * timeoutMsPerSecondOfVideo);
  const fileBytes = largestFile(ladder, facts.durationSeconds);
  const readProgress = createProgressReader(facts.durationSeconds);
  await runTool({
    program: tools.ffmpeg,
    args: transcodeArguments(request, gainDb),
    guard: confined(tools, { cpuSeconds: (timeoutMs / 1000) * cpus().length, fileBytes }),
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

function transcodeArguments(request: TranscodeRequest, gainDb: number): string[] {
  const { inputPath, outDir, ladder, facts, tools } = request;
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
    ...['-progress', 'pipe:1', '-stats_period', '0.5', '-max_error_rate', '0.1'],
    // A file may go on without end behind the length that it claims.
    ...['-t', (facts.durationSeconds + sparedSeconds).toFixed(3)],
    ...untrustedInput(inputPath),
    ...['-filter_complex', filterGraph(ladder, facts, tools)],
    ...ladder.video.flatMap((rung) => videoOutput(rung, ladder.frameRate, outDir)),
    ...ladder.audio.flatMap((rung) => audioOutput(rung, { facts, gainDb, outDir })),
  ];
}

function videoOutput(rung: VideoRung, frameRate: Ladder['frameRate'], outDir: string): string[] {
  const groupLength = Math.ceil((segmentSeconds * frameRate.numerator) / frameRate.denominator);
  return [
    ...['-map', `[${rung.name}]`, '-an', '-sn', '-dn', ...withoutTags],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-pix_fmt', 'yuv420p'],
    ...['-maxrate', `${rung.maxBitrateKbps}k`, '-bufsize', `${rung.maxBitrateKbps * 2}k`],
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
    ...['-g', String(groupLength), '-sc_threshold', '0', '-x264-params', 'open-gop=0'],
    ...['-f', 'mp4', fileUrl(join(outDir, `${rung.name}.mp4`))],
  ];
}

function audioOutput(
  rung: AudioRung,
  made: { facts: SourceFacts; gainDb: number; outDir: string },
): string[] {
  if (made.facts.audioStream === null) return [];
  return [
    ...['-map', `0:${made.facts.audioStream}`, '-vn', '-sn', '-dn', ...withoutTags],
    ...['-af', ['aresample=async=1:first_pts=0', ...soundFilters(made.gainDb)].join(',')],
    ...['-c:a', 'aac', '-b:a', `${rung.bitrateKbps}k`, '-ar', '48000', '-ac', '2'],
    ...['-f', 'mp4', fileUrl(join(made.outDir, `${rung.name}.mp4`))],
  ];
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
