import { confineReader } from './confinement.ts';
import { MediaError } from './media-error.ts';
import type { SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import {
  computePictureCost,
  type EncodedSample,
  planSampleTimes,
  planSegments,
  type SegmentPlan,
  samplePictures,
} from './segment-plan.ts';
import { listUntrustedInputArguments } from './untrusted-input.ts';

export type MeasureRequest = {
  inputPath: string;
  facts: Pick<SourceFacts, 'videoSeconds' | 'videoStream'>;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

const timeoutMs = 60_000;
/** Of the smallest rendition: motion and stillness show there too. */
const lines = 144;

/**
 * Chooses the length of segments by the picture: encodes a second at a few places in the smallest
 * size and compares key pictures with those between. A file that can't be read gets the shortest
 * ones; the transcode will report what is wrong with it.
 *
 * @throws MediaError `cancelled`.
 */
export async function measureSegments(request: MeasureRequest): Promise<SegmentPlan> {
  const { inputPath, facts, tools, signal } = request;
  const times = planSampleTimes(facts.videoSeconds);
  const filters = [
    // From the first key picture that the source has there, without what lies before the moment.
    ...['setpts=PTS-STARTPTS', `fps=${samplePictures.perSecond}`],
    ...[`scale=-2:${lines}:flags=fast_bilinear`, 'format=yuv420p'],
  ];
  const { stdout } = await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error'],
      ...times.flatMap((seconds) => [
        ...[
          '-noaccurate_seek',
          '-ss',
          seconds.toFixed(3),
          ...listUntrustedInputArguments(inputPath),
        ],
      ]),
      ...times.flatMap((_, index) => ['-map', `${index}:${facts.videoStream}`]),
      ...['-filter:v', filters.join(','), '-frames:v', String(samplePictures.count)],
      // As renditions are encoded, with one key picture at the beginning.
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22'],
      ...['-g', '9999', '-sc_threshold', '0', '-f', 'framecrc', 'pipe:1'],
    ],
    ...confineReader(tools, inputPath, timeoutMs),
    signal,
  }).catch((error: unknown) => {
    if (error instanceof MediaError && error.code !== 'cancelled') return { stdout: '' };
    throw error;
  });
  return planSegments(computePictureCost(readSamples(stdout)));
}

/** Sizes by stream, from lines of ffmpeg's `framecrc`: stream, two times, length, size, sum. */
function readSamples(report: string): EncodedSample[] {
  const samples: number[][] = [];
  for (const line of report.split('\n')) {
    if (line.startsWith('#')) continue;
    const [stream, , , , size] = line.split(',').map(Number);
    if (stream === undefined || size === undefined) continue;
    samples[stream] ??= [];
    samples[stream].push(size);
  }
  return samples.filter((sample) => sample !== undefined);
}
