import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { confine } from './confinement.ts';
import { moveDurably } from './durable-files.ts';
import { MediaError, toSourceFault } from './media-error.ts';
import { describeEnterable } from './parts.ts';
import { canBeEntered } from './pieces.ts';
import { createProgressReader } from './progress.ts';
import type { TranscodeRequest } from './run-encoder.ts';
import { runTool } from './run-tool.ts';
import { surveyTimeline } from './survey-timeline.ts';
import { formatFileUrl, listUntrustedInputArguments } from './untrusted-input.ts';

const copyName = 'source.mkv';
/** Of the time that it and the encoding take. */
const shareOfCopy = 0.03;
/** Slower disks are not worth waiting for. */
const slowestBytesPerSecond = 2 * 1024 ** 2;

/**
 * Makes a request for a source that can be entered at any moment: the source itself, or its packets
 * copied into Matroska, undecoded and with jumps of the clock taken out. The copy lies in `dir` and
 * is made once.
 *
 * @returns null when the packets can't be copied (some have no timestamp), or come out otherwise
 * @throws MediaError `cancelled`, `disk_full`, `timed_out`.
 */
export async function makeEnterable<Request extends TranscodeRequest>(
  request: Request,
  dir: string,
): Promise<Request | null> {
  const { facts } = request;
  if (canBeEntered(facts)) return request;
  const copy = join(dir, copyName);
  const isThere = await access(copy).then(
    () => true,
    () => false,
  );
  if (!isThere && !(await copyPackets(request, dir))) return null;
  return { ...request, inputPath: copy, ...describeEnterable(request) };
}

/** @returns whether the copy exists and has the same times as the source */
async function copyPackets(request: TranscodeRequest, dir: string): Promise<boolean> {
  const { inputPath, outDir, facts, tools, signal } = request;
  const timeoutSeconds = 120 + facts.sizeBytes / slowestBytesPerSecond;
  const limits = { cpuSeconds: timeoutSeconds, fileBytes: facts.sizeBytes * 2 + 1024 ** 2 };
  const made = join(outDir, copyName);
  const readProgress = createProgressReader(facts.durationSeconds);
  const tracks = [facts.videoStream, ...facts.sounds.map(({ stream }) => stream)];
  try {
    await runTool({
      program: tools.ffmpeg,
      args: [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
        ...['-progress', 'pipe:1', '-stats_period', '0.5'],
        // Times of what is shown later than it is decoded, where only some packets have them.
        ...['-fflags', '+genpts', ...listUntrustedInputArguments(inputPath)],
        ...tracks.flatMap((stream) => ['-map', `0:${stream}`]),
        ...['-map_metadata', '-1', '-map_chapters', '-1'],
        ...['-c', 'copy', '-f', 'matroska', formatFileUrl(made)],
      ],
      guard: confine(tools, limits, { reads: [inputPath], writes: [outDir] }),
      timeoutMs: timeoutSeconds * 1000,
      signal,
      onStdout: (chunk) => {
        for (const { fraction } of readProgress(chunk)) reportCopyProgress(request, fraction);
      },
    });
    const audioStreams = tracks.slice(1).map((_, index) => index + 1);
    const file = { inputPath: made, sizeBytes: facts.sizeBytes, videoStream: 0, audioStreams };
    const found = await surveyTimeline({ ...file, tools, signal });
    const durationSeconds = Math.max(found.videoSeconds, found.audioSeconds);
    const isSame =
      Math.abs(found.videoSeconds - facts.videoSeconds) < 0.1 &&
      Math.abs(durationSeconds - facts.durationSeconds) < 0.1 &&
      Math.abs(found.averageRate / facts.averageFrameRate - 1) < 0.02;
    if (isSame) {
      await mkdir(dir, { recursive: true });
      await moveDurably(made, join(dir, copyName));
    }
    return isSame;
  } catch (error) {
    const fault = toSourceFault(error);
    if (fault instanceof MediaError && refusesCopies.has(fault.code)) return false;
    throw fault;
  } finally {
    await rm(made, { force: true });
  }
}

/** Reports the progress of the copy; its speed says nothing about that of the encoding. */
function reportCopyProgress({ onProgress }: TranscodeRequest, fraction: number): void {
  onProgress?.({ fraction: fraction * shareOfCopy, speed: null, etaSeconds: null });
}

/** Returns the same request with progress that begins where that of the copy of the source ends. */
export function shiftProgressBehindCopy<Request extends TranscodeRequest>(
  request: Request,
  source: TranscodeRequest['facts'],
): Request {
  const { onProgress } = request;
  if (!onProgress || canBeEntered(source)) return request;
  return {
    ...request,
    onProgress: (progress) =>
      onProgress({ ...progress, fraction: shareOfCopy + progress.fraction * (1 - shareOfCopy) }),
  };
}

const refusesCopies: ReadonlySet<MediaError['code']> = new Set(['broken_file', 'endless_file']);
