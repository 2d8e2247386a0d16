import { confineReader } from './confinement.ts';
import { detectScan, type Scan } from './detect-scan.ts';
import { parseFfprobeReport, type ReportedFacts } from './ffprobe-report.ts';
import { isOversized, MediaError, toSourceFault } from './media-error.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { inspectContainer, type SourceContainer } from './source-container.ts';
import { surveyTimeline, type Timeline } from './survey-timeline.ts';
import { listUntrustedInputArguments } from './untrusted-input.ts';

/**
 * What is known about a source before it is converted; times count from its first picture or sound.
 */
export type SourceFacts = Omit<ReportedFacts, 'saidSeconds' | 'saidRate' | 'saidScan'> & {
  container: SourceContainer;
  sizeBytes: number;
  /** When the last picture or sound ends. */
  durationSeconds: number;
  /** When the last picture ends; it is shown until the sound ends. */
  videoSeconds: number;
  /** Pictures a second where most of them come. */
  frameRate: number;
  /** Pictures a second on average; below `frameRate` where the rate varies. */
  averageFrameRate: number;
  scan: Scan;
};

const limits = { minSeconds: 0.5, maxSeconds: 24 * 3600 } as const;

type Use = { tools: MediaTools; signal?: AbortSignal | undefined };

/**
 * Finds out what a file is, or why it cannot become a video. Trusts neither its name nor its
 * claims.
 *
 * @throws MediaError with the reason; a damaged inside that the headers hide is found by
 * `transcodeLadder`.
 */
export async function probe(inputPath: string, { tools, signal }: Use): Promise<SourceFacts> {
  const { container, sizeBytes } = await inspectContainer(inputPath);
  const headers = await readHeaders(inputPath, { tools, signal });
  const { saidSeconds, saidRate, saidScan, ...reported } = headers;
  // Hopeless lengths are refused before a packet is read.
  if (saidSeconds !== null && saidSeconds > limits.maxSeconds) throw new MediaError('too_long');
  const { videoStream, videoCodec, sounds } = reported;
  const source = { inputPath, sizeBytes, videoStream, tools, signal };
  const audioStreams = sounds.map(({ stream }) => stream);
  const timeline = await surveyTimeline({ ...source, audioStreams });
  const { videoSeconds } = timeline;
  if (timeline.pictures === 0) throw new MediaError('broken_file', { log: 'no picture' });
  const durationSeconds = Math.max(videoSeconds, timeline.audioSeconds);
  if (durationSeconds < limits.minSeconds) throw new MediaError('too_short');
  if (durationSeconds > limits.maxSeconds) throw new MediaError('too_long');
  requireAllThatWasSaid(saidSeconds, durationSeconds);
  const { frameRate, averageFrameRate } = chooseRates(timeline, saidRate);
  const looked = { ...source, videoCodec, saidScan, durationSeconds, frameRate };
  return {
    ...reported,
    container,
    sizeBytes,
    durationSeconds,
    videoSeconds,
    frameRate,
    averageFrameRate,
    scan: await detectScan(looked),
  };
}

/** Reads what the headers of a file say, and nothing else. */
async function readHeaders(inputPath: string, { tools, signal }: Use): Promise<ReportedFacts> {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json'];
  const { stdout, stderr } = await runTool({
    program: tools.ffprobe,
    args: [...args, ...listUntrustedInputArguments(inputPath)],
    ...confineReader(tools, inputPath, 60_000),
    signal,
  }).catch((error: unknown) => {
    throw toSourceFault(error);
  });
  // Told to decode nothing so large, ffprobe ends with success and a picture of 0 × 0.
  if (isOversized(stderr)) throw new MediaError('too_large_picture', { log: stderr });
  return parseFfprobeReport(stdout);
}

/** Containers without an index at their end (FLV, AVI, WMV) can be read when their end is missing. */
function requireAllThatWasSaid(saidSeconds: number | null, foundSeconds: number): void {
  if (saidSeconds === null) return;
  const missing = saidSeconds - foundSeconds;
  if (missing <= Math.max(2, saidSeconds * 0.05)) return;
  throw new MediaError('cut_short', {
    detail: `It says it is ${Math.round(saidSeconds)} seconds long, but holds only ${Math.floor(foundSeconds)}.`,
  });
}

/** More than this above the average is no unsteady clock but a rate that varies. */
const variesFrom = 1.15;

/**
 * A recording of a screen has few pictures where nothing moves: motion must not be reduced to that
 * rate. Headers give a steady rate more exactly than times in milliseconds do.
 */
function chooseRates({ averageRate, highestRate }: Timeline, saidRate: number | null) {
  if (highestRate > averageRate * variesFrom) {
    return { frameRate: highestRate, averageFrameRate: averageRate };
  }
  const isSaid = saidRate !== null && Math.abs(saidRate / averageRate - 1) < 0.01;
  const steady = isSaid ? saidRate : averageRate;
  return { frameRate: steady, averageFrameRate: steady };
}

/**
 * Checks again, from the headers alone, that a source is whole and still the one that `facts`
 * describe.
 *
 * @throws MediaError as `probe` for what headers tell; `broken_file` when it is another file by
 * now.
 */
export async function requireUnchanged(inputPath: string, facts: SourceFacts): Promise<void> {
  const { container, sizeBytes } = await inspectContainer(inputPath);
  if (container === facts.container && sizeBytes === facts.sizeBytes) return;
  throw new MediaError('broken_file', {
    detail: 'It changed after it was looked at.',
    log: `${facts.sizeBytes} bytes of ${facts.container} became ${sizeBytes} of ${container}`,
  });
}
