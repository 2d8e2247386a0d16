import { confineReader } from './confinement.ts';
import { toSourceFault } from './media-error.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { listUntrustedInputArguments } from './untrusted-input.ts';

/** When the packets of a source are shown, in seconds from its first one. */
export type Timeline = {
  /** When the last picture ends. */
  videoSeconds: number;
  /** When the last sound ends, of any track; 0 without sound. */
  audioSeconds: number;
  pictures: number;
  /** Pictures a second from the first picture to the last. */
  averageRate: number;
  /** Pictures in the second that has most of them. */
  highestRate: number;
};

type SurveyRequest = {
  inputPath: string;
  sizeBytes: number;
  videoStream: number;
  audioStreams: readonly number[];
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

/** Slower disks are not worth waiting for. */
const slowestBytesPerSecond = 2 * 1024 ** 2;

/**
 * Reads every packet of the chosen tracks without decoding any, as headers guess, round and lie about
 * lengths and rates. Times are what the conversion will see: from the first packet of the file, with
 * jumps of the clock taken out.
 *
 * @throws MediaError `broken_file`, `endless_file`, `cancelled`, `timed_out`.
 */
export async function surveyTimeline(request: SurveyRequest): Promise<Timeline> {
  const { inputPath, sizeBytes, videoStream, audioStreams, tools, signal } = request;
  const timeoutSeconds = 120 + sizeBytes / slowestBytesPerSecond;
  const reader = createTimelineReader();
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', ...listUntrustedInputArguments(inputPath)],
      ...[videoStream, ...audioStreams].flatMap((stream) => ['-map', `0:${stream}`]),
      ...['-c', 'copy', '-copyinkf', '-f', 'framecrc', '-'],
    ],
    ...confineReader(tools, inputPath, timeoutSeconds * 1000),
    signal,
    onStdout: reader.read,
  }).catch((error: unknown) => {
    throw toSourceFault(error);
  });
  return reader.end();
}

/** Reads ffmpeg's `framecrc` as it arrives in pieces; its first stream is the picture. */
export function createTimelineReader(): { read(chunk: string): void; end(): Timeline } {
  const tickSeconds = new Map<string, number>();
  const picturesBySecond = new Map<number, number>();
  let unread = '';
  let [videoSeconds, audioSeconds, pictures] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];

  const readLine = (line: string) => {
    const base = /^#tb (\d+): (\d+)\/(\d+)$/.exec(line);
    if (base) tickSeconds.set(base[1] ?? '', Number(base[2]) / Number(base[3]));
    const [stream = '', dts, pts, duration] = line.split(',', 4);
    const tick = tickSeconds.get(stream);
    if (tick === undefined || duration === undefined) return;
    // Containers without presentation times (AVI) give those of decoding; unknown is far below 0.
    const ticks = Number(pts) < -1e18 ? Number(dts) : Number(pts);
    const seconds = ticks * tick;
    if (!Number.isFinite(seconds) || seconds < -1e9) return;
    const end = seconds + Math.max(0, Number(duration)) * tick;
    if (stream !== '0') {
      audioSeconds = Math.max(audioSeconds, end);
      return;
    }
    videoSeconds = Math.max(videoSeconds, end);
    pictures += 1;
    first = Math.min(first, seconds);
    last = Math.max(last, seconds);
    const second = Math.floor(seconds);
    picturesBySecond.set(second, (picturesBySecond.get(second) ?? 0) + 1);
  };

  return {
    read(chunk) {
      const lines = (unread + chunk).split('\n');
      unread = (lines.pop() ?? '').slice(-1000);
      for (const line of lines) readLine(line.trim());
    },
    end() {
      readLine(unread.trim());
      const averageRate = last > first ? (pictures - 1) / (last - first) : pictures;
      let highestRate = averageRate;
      for (const count of picturesBySecond.values()) highestRate = Math.max(highestRate, count);
      return { videoSeconds, audioSeconds, pictures, averageRate, highestRate };
    },
  };
}
