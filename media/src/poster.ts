import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { confine } from './confinement.ts';
import { MediaError, toSourceFault } from './media-error.ts';
import type { SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { shrinkThumbnail, thumbnailFilters, thumbnailQuality } from './thumbnail.ts';
import { formatFileUrl, listUntrustedInputArguments } from './untrusted-input.ts';

export type PosterRequest = {
  inputPath: string;
  /** Where the JPEG goes; a file there is replaced. */
  outPath: string;
  /** Where its small picture for lists goes, if one is wanted. */
  thumbnailPath?: string;
  facts: Pick<SourceFacts, 'durationSeconds' | 'width' | 'height' | 'videoStream'>;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

const maxWidth = 1280;
/** Black is 16 in video range; title thumbnails on black stay below this mean. */
const minMeanLuma = 26;
/** The positions to look for a poster, as parts of the whole, the best first. */
export const posterPositions = [0.2, 0.35, 0.5, 0.7, 0.05] as const;

/**
 * Writes a still of the video as JPEG, at most 1280 wide: the most typical of the pictures around a
 * fifth of the way in, a key picture where there is one. Black parts are skipped, unless the whole
 * video is black.
 *
 * @throws MediaError `broken_file` when no picture can be read there, `cancelled`, `timed_out`,
 * `disk_full`.
 */
export async function makePoster(request: PosterRequest): Promise<void> {
  await mkdir(dirname(request.outPath), { recursive: true });
  const { durationSeconds } = request.facts;
  for (const selection of ['key', 'bright'] as const) {
    for (const position of posterPositions) {
      if (await makeStill(request, durationSeconds * position, selection)) return;
    }
  }
  if (await makeStill(request, 0, 'typical')) return;
  throw new MediaError('broken_file', { log: 'no picture for the poster' });
}

/** Neighbours hardly differ, and each costs to be scaled and measured: six of a second do. */
const fewer = "select='isnan(prev_selected_t)+gte(t-prev_selected_t,0.15)'";
const skipBlack = [
  'signalstats',
  `metadata=mode=select:key=lavfi.signalstats.YAVG:value=${minMeanLuma}:function=greater`,
];
const mostTypical = 'thumbnail=15';

/**
 * `key`: of the key pictures in the six seconds that follow, which nothing before them must be decoded
 * for; `bright` and `typical`: of the two seconds that follow; `exact`: the very picture of that moment.
 */
type Selection = 'key' | 'bright' | 'typical' | 'exact';

type Chosen = {
  readonly seconds: number;
  readonly decoder?: readonly string[];
  /** Filters before and behind those that bring a picture to its size. */
  readonly before?: readonly string[];
  readonly behind?: readonly string[];
};

const selections: Readonly<Record<Selection, Chosen>> = {
  key: {
    seconds: 6,
    decoder: ['-skip_frame', 'nokey'],
    before: [fewer],
    behind: [...skipBlack, mostTypical],
  },
  bright: { seconds: 2, before: [fewer], behind: [...skipBlack, mostTypical] },
  typical: { seconds: 2, before: [fewer], behind: [mostTypical] },
  exact: { seconds: 2 },
};

/**
 * Writes one still as JPEG, and its thumbnail; returns false when there is no such picture.
 *
 * @param atSeconds from the beginning of the file
 * @throws MediaError as `makePoster`
 */
export async function makeStill(
  { inputPath, outPath, thumbnailPath, facts, tools, signal }: PosterRequest,
  atSeconds: number,
  selection: Selection,
): Promise<boolean> {
  const width = Math.min(maxWidth, facts.width);
  const height = Math.max(1, Math.round((facts.height * width) / facts.width));
  const { seconds, decoder = [], before = [], behind = [] } = selections[selection];
  const sized = [`scale=${width}:${height}`, 'setsar=1', 'format=yuv420p'];
  const still = `[0:${facts.videoStream}]${[...before, ...sized, ...behind].join(',')}`;
  const outputs = [
    { name: 'still', quality: 3, file: outPath },
    ...(thumbnailPath === undefined
      ? []
      : [{ name: 'thumbnail', quality: thumbnailQuality, file: thumbnailPath }]),
  ];
  const graph =
    thumbnailPath === undefined
      ? `${still}[still]`
      : `${still},split[still][whole];[whole]${thumbnailFilters}[thumbnail]`;
  for (const { file } of outputs) await rm(file, { force: true });
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
      ...[...decoder, '-ss', atSeconds.toFixed(3), '-t', String(seconds)],
      ...[...listUntrustedInputArguments(inputPath), '-filter_complex', graph],
      ...outputs.flatMap(({ name, quality, file }) => [
        ...['-map', `[${name}]`, '-frames:v', '1', '-q:v', String(quality), '-map_metadata', '-1'],
        ...['-f', 'image2', '-update', '1', formatFileUrl(file)],
      ]),
    ],
    guard: confine(
      tools,
      { cpuSeconds: 600, fileBytes: 64 * 1024 ** 2 },
      { reads: [inputPath], writes: [dirname(outPath)] },
    ),
    timeoutMs: 120_000,
    signal,
  }).catch((error: unknown) => {
    throw toSourceFault(error);
  });
  const isMade = await stat(outPath).then(
    (file) => file.size > 0,
    () => false,
  );
  if (isMade && thumbnailPath !== undefined) {
    await shrinkThumbnail({ inputPath: outPath, outPath: thumbnailPath, tools, signal });
  }
  return isMade;
}
