import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { confined } from './confinement.ts';
import { MediaError } from './media-error.ts';
import { asSourceFault, type SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { fileUrl, untrustedInput } from './untrusted-input.ts';

export type PosterRequest = {
  inputPath: string;
  /** Where the JPEG goes; a file there is replaced. */
  outPath: string;
  facts: SourceFacts;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

const maxWidth = 1280;
/** Black is 16 in video range; title cards on black stay below this mean. */
const minMeanLuma = 26;
const positions = [0.2, 0.35, 0.5, 0.7, 0.05] as const;

/**
 * Writes a still of the video as JPEG, at most 1280 wide: the most typical of the pictures around a
 * fifth of the way in. Black stretches are passed over, unless the whole video is black.
 *
 * @throws MediaError `broken_file` when no picture can be read there, `cancelled`, `timed_out`, `disk_full`.
 */
export async function makePoster(request: PosterRequest): Promise<void> {
  await mkdir(dirname(request.outPath), { recursive: true });
  for (const position of positions) {
    if (await writeStill(request, position, skipBlack)) return;
  }
  if (await writeStill(request, 0, [])) return;
  throw new MediaError('broken_file', { log: 'no picture for the poster' });
}

const skipBlack = [
  'signalstats',
  `metadata=mode=select:key=lavfi.signalstats.YAVG:value=${minMeanLuma}:function=greater`,
];

async function writeStill(
  { inputPath, outPath, facts, tools, signal }: PosterRequest,
  position: number,
  selection: readonly string[],
): Promise<boolean> {
  const width = Math.min(maxWidth, facts.width);
  const height = Math.max(1, Math.round((facts.height * width) / facts.width));
  const filters = [`scale=${width}:${height}`, 'setsar=1', 'format=yuv420p', ...selection];
  await rm(outPath, { force: true });
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
      ...['-ss', (facts.durationSeconds * position).toFixed(3), '-t', '2'],
      ...untrustedInput(inputPath),
      ...['-map', `0:${facts.videoStream}`, '-vf', [...filters, 'thumbnail=60'].join(',')],
      ...['-frames:v', '1', '-q:v', '3', '-map_metadata', '-1', '-f', 'image2', '-update', '1'],
      fileUrl(outPath),
    ],
    guard: confined(tools, { cpuSeconds: 600, fileBytes: 64 * 1024 ** 2 }),
    timeoutMs: 120_000,
    signal,
  }).catch((error: unknown) => {
    throw asSourceFault(error);
  });
  return stat(outPath).then(
    (file) => file.size > 0,
    () => false,
  );
}
