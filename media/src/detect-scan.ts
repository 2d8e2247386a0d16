import { confineReader } from './confinement.ts';
import type { SaidScan } from './ffprobe-report.ts';
import { toSourceFault } from './media-error.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { listUntrustedInputArguments } from './untrusted-input.ts';

/** How pictures were taken: whole, as two fields one after the other, or as film spread over fields. */
export type Scan = 'progressive' | 'interlaced' | 'telecine';

type ScanRequest = {
  inputPath: string;
  videoStream: number;
  videoCodec: string;
  saidScan: SaidScan;
  durationSeconds: number;
  frameRate: number;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

/** Codecs that cameras and discs use for fields; those of screens and the web have none. */
const codecsWithFields: ReadonlySet<string> = new Set([
  ...['h264', 'hevc', 'mpeg1video', 'mpeg2video', 'mpeg4', 'vc1', 'wmv3'],
  ...['dvvideo', 'prores', 'dnxhd', 'mjpeg', 'rawvideo', 'v210', 'ffv1', 'huffyuv'],
]);
const lookedAtSeconds = 6;
const fewestCounted = 5;

/**
 * Finds how the pictures were taken by looking at some of them, unless the header says that they are
 * whole: headers of camcorders say fields where there are none, and the reverse.
 *
 * @throws MediaError `cancelled`, `timed_out`.
 */
export async function detectScan(request: ScanRequest): Promise<Scan> {
  const { inputPath, videoStream, saidScan, durationSeconds, frameRate, tools, signal } = request;
  if (saidScan === 'progressive' || !codecsWithFields.has(request.videoCodec)) return 'progressive';
  const from = Math.max(0, durationSeconds * 0.3 - lookedAtSeconds / 2);
  const { stderr } = await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-nostats', '-v', 'info'],
      ...[
        '-ss',
        from.toFixed(3),
        '-t',
        String(lookedAtSeconds),
        ...listUntrustedInputArguments(inputPath),
      ],
      ...['-map', `0:${videoStream}`, '-vf', 'idet', '-f', 'null', '-'],
    ],
    ...confineReader(tools, inputPath, 300_000),
    signal,
  }).catch((error: unknown) => {
    throw toSourceFault(error);
  });
  return judgeScan(stderr, { saidScan, frameRate });
}

/**
 * Judges by what ffmpeg's `idet` counted. Film on 60 fields repeats a field in two of five pictures;
 * still pictures tell nothing, so that the header decides.
 */
export function judgeScan(
  counted: string,
  { saidScan, frameRate }: { saidScan: SaidScan; frameRate: number },
): Scan {
  const count = (name: string, row: string) => {
    const line = counted.split('\n').findLast((each) => each.includes(row)) ?? '';
    return Number(new RegExp(`${name}:\\s*(\\d+)`).exec(line)?.[1] ?? 0);
  };
  const [top, bottom] = [count('TFF', 'Multi frame'), count('BFF', 'Multi frame')];
  const whole = count('Progressive', 'Multi frame');
  const repeated = count('Top', 'Repeated Fields') + count('Bottom', 'Repeated Fields');
  const single = count('Neither', 'Repeated Fields');
  const all = top + bottom + whole;
  if (all < fewestCounted) return saidScan === 'interlaced' ? 'interlaced' : 'progressive';
  // Sharp lines look like fields of either order; a recorder keeps to one.
  const isInFields =
    saidScan === 'interlaced' ? top + bottom > all * 0.2 : Math.max(top, bottom) > all * 0.8;
  if (!isInFields) return 'progressive';
  const share = repeated / Math.max(1, repeated + single);
  const isOfFilm = share > 0.3 && share < 0.5 && Math.abs(frameRate - 30_000 / 1001) < 0.1;
  return isOfFilm ? 'telecine' : 'interlaced';
}
