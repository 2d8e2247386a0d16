import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Ladder, segmentSeconds, type VideoRung } from './ladder.ts';
import { MediaError } from './media-error.ts';
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

/**
 * Encodes every rung and the sound in one pass of one ffmpeg, with key frames on the segment grid.
 *
 * @throws MediaError `broken_file` when a tenth of the pictures cannot be decoded or the result is
 * shorter than the source says, `disk_full`, `cancelled`, `timed_out`.
 */
export async function transcodeLadder(request: TranscodeRequest): Promise<void> {
  const { facts, tools, signal, onProgress } = request;
  await mkdir(request.outDir, { recursive: true });
  const readProgress = createProgressReader(facts.durationSeconds);
  await runTool({
    program: tools.ffmpeg,
    args: transcodeArguments(request),
    guard: tools.guard,
    timeoutMs: Math.max(minTimeoutMs, facts.durationSeconds * timeoutMsPerSecondOfVideo),
    signal,
    onStdout: (chunk) => {
      for (const progress of readProgress(chunk)) onProgress?.(progress);
    },
  }).catch((error: unknown) => {
    throw asSourceFault(error);
  });
  await requireWholeResult(request);
}

function transcodeArguments({ inputPath, outDir, ladder, facts }: TranscodeRequest): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
    ...['-progress', 'pipe:1', '-stats_period', '0.5', '-max_error_rate', '0.1'],
    ...untrustedInput(inputPath),
    ...['-filter_complex', filterGraph(ladder, facts)],
    ...ladder.video.flatMap((rung) => videoOutput(rung, ladder.frameRate, outDir)),
    ...audioOutput(ladder, facts, outDir),
  ];
}

function filterGraph(ladder: Ladder, facts: SourceFacts): string {
  const { numerator, denominator } = ladder.frameRate;
  // From 0, so that picture and sound start together when the picture comes late.
  const steps = [`fps=${numerator}/${denominator}:start_time=0`, `split=${ladder.video.length}`];
  if (facts.interlaced) steps.unshift('yadif=deint=interlaced');
  const pads = ladder.video.map((rung) => `[s${rung.lines}]`).join('');
  const scaled = ladder.video.map(
    ({ lines, width, height, name }) =>
      `[s${lines}]scale=${width}:${height},setsar=1,format=yuv420p[${name}]`,
  );
  return [`[0:${facts.videoStream}]${steps.join(',')}${pads}`, ...scaled].join(';');
}

function videoOutput(rung: VideoRung, frameRate: Ladder['frameRate'], outDir: string): string[] {
  const groupLength = Math.ceil((segmentSeconds * frameRate.numerator) / frameRate.denominator);
  return [
    ...[
      '-map',
      `[${rung.name}]`,
      '-an',
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
    ],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-pix_fmt', 'yuv420p'],
    ...['-maxrate', `${rung.maxBitrateKbps}k`, '-bufsize', `${rung.maxBitrateKbps * 2}k`],
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
    ...['-g', String(groupLength), '-sc_threshold', '0', '-x264-params', 'open-gop=0'],
    ...['-f', 'mp4', fileUrl(join(outDir, `${rung.name}.mp4`))],
  ];
}

function audioOutput(ladder: Ladder, facts: SourceFacts, outDir: string): string[] {
  if (!ladder.audio || facts.audioStream === null) return [];
  return [
    ...['-map', `0:${facts.audioStream}`, '-vn', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-map_chapters', '-1', '-af', 'aresample=async=1:first_pts=0'],
    ...['-c:a', 'aac', '-b:a', `${ladder.audio.bitrateKbps}k`, '-ar', '48000', '-ac', '2'],
    ...['-f', 'mp4', fileUrl(join(outDir, `${ladder.audio.name}.mp4`))],
  ];
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
