import { randomInt } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { confineReader } from './confinement.ts';
import type { VideoRendition } from './ladder.ts';
import { makePart } from './make-part.ts';
import { MediaError } from './media-error.ts';
import {
  computeLargestFiles,
  computePictureSeconds,
  countLeastPictures,
  type Part,
} from './parts.ts';
import type { TranscodeRequest } from './run-encoder.ts';
import { runTool } from './run-tool.ts';
import { formatFileUrl } from './untrusted-input.ts';

/** A part from a stranger, beside its source: the request is that of the whole video. */
export type StrangersPart = TranscodeRequest & {
  /** Holds the files of the part and nothing else. */
  dir: string;
};

type Pictures = Extract<Part, { kind: 'pictures' }>;

/** Pictures that are compared, one after the other. */
const comparedSeconds = 1;
/** Made before them, so that the rate of the encoder has settled as it had in the part. */
const settlingSeconds = 2;
/**
 * Pictures are compared as mosaics of so many stones: noise, which each encoding changes, is not
 * seen in them, and a word that is missing is.
 */
const stones = { width: 32, height: 18 } as const;
/**
 * By how much more a stone may differ from the source than those of what is made here do, of 255.
 */
const mostUnlike = 24;
/** In kbit/s: enough for any picture of the lowest rendition. */
const rateOfReference = 50_000;
/** Decoding takes a fraction of it on the slowest machine that we know. */
const timeoutMs = 10 * 60_000;

/**
 * Looks at what a stranger returned, after `verifyPart` has found the right shape: no file is
 * larger than its rate allows, each decodes without an error to the planned pictures at their
 * times, and at a place drawn by lot they show what the source shows.
 *
 * @throws MediaError `cancelled`, `timed_out`, `tool_missing`, and what making a part throws
 */
export async function isTruePart(made: StrangersPart, part: Part): Promise<boolean> {
  if (part.kind !== 'pictures') return false;
  for (const { name, maxBytes } of computeLargestFiles(part, made)) {
    if ((await stat(join(made.dir, name))).size > maxBytes) return false;
  }
  for (const rendition of made.ladder.video) {
    if (!(await decodesWhole(made, part, rendition))) return false;
  }
  return showsTheSource(made, part);
}

function listInput(file: string): string[] {
  return [
    ...['-max_alloc', '1073741824', '-protocol_whitelist', 'file', '-format_whitelist', 'mov'],
    ...['-codec_whitelist', 'h264', '-i', formatFileUrl(file)],
  ];
}

async function decodesWhole(
  made: StrangersPart,
  { piece }: Pictures,
  { name }: VideoRendition,
): Promise<boolean> {
  const { dir, tools, signal, ladder } = made;
  const file = join(dir, `${name}.mp4`);
  const command = {
    program: tools.ffprobe,
    args: [
      ...['-v', 'error', '-err_detect', 'explode', '-show_entries', 'frame=pts_time'],
      ...['-of', 'csv=p=0', ...listInput(file)],
    ],
    ...confineReader(tools, file, timeoutMs),
    signal,
  };
  const said = await runTool(command).catch(nullWhenRefused);
  if (said === null || said.stderr.trim() !== '') return false;
  const times = said.stdout.split('\n').filter((line) => line !== '');
  if (times.length < countLeastPictures(piece, made)) return false;
  const { numerator, denominator } = ladder.frameRate;
  return times.every((time, index) => {
    return Math.abs(Number.parseFloat(time) - (index * denominator) / numerator) < 0.002;
  });
}

async function showsTheSource(made: StrangersPart, part: Pictures): Promise<boolean> {
  const { ladder, outDir } = made;
  const lowest = ladder.video.at(-1);
  if (!lowest) return false;
  const ownDir = join(outDir, 'compared');
  await mkdir(ownDir, { recursive: true });
  try {
    const { own, first, skipped } = planComparison(part, made);
    const { onProgress: _, ...request } = made;
    const source = { ...lowest, name: 'source', maxBitrateKbps: rateOfReference };
    const video = [source, { ...lowest, name: 'own' }];
    await makePart({ ...request, outDir: ownDir, ladder: { ...ladder, video } }, own, new Map());
    const reference = { file: join(ownDir, 'source.mp4'), first: skipped };
    const measure = (file: string, at: number) =>
      measureDifference(made, { file, first: at }, reference);
    const most = (await measure(join(ownDir, 'own.mp4'), skipped)) + mostUnlike;
    for (const { name } of ladder.video) {
      const difference = await measure(join(made.dir, `${name}.mp4`), first);
      // Also refuses what can't be measured.
      if (!(difference <= most)) return false;
    }
    return true;
  } finally {
    await rm(ownDir, { recursive: true, force: true });
  }
}

/** Chooses what is made here to be compared, and where the compared pictures begin in both. */
function planComparison(part: Pictures, made: StrangersPart) {
  const { piece } = part;
  const { numerator, denominator } = made.ladder.frameRate;
  const count = (seconds: number) => Math.floor((seconds * numerator) / denominator);
  const shown = Math.max(1, count(computePictureSeconds(piece, made) - 0.001));
  const compared = Math.max(1, Math.min(shown, count(comparedSeconds)));
  const first = randomInt(shown - compared + 1);
  const skipped = Math.min(first, count(settlingSeconds));
  const begin = first - skipped;
  const own = {
    ...piece,
    firstPicture: piece.firstPicture + begin,
    pictures: skipped + compared,
    startSeconds: piece.startSeconds + (begin * denominator) / numerator,
  };
  return { own: { ...part, piece: own }, first, skipped };
}

type Shown = { file: string; first: number };

/** Measures by how much the stone differs that differs most, until one of the files ends. */
async function measureDifference(
  { tools, signal }: StrangersPart,
  looked: Shown,
  reference: Shown,
): Promise<number> {
  const { width, height } = stones;
  const mosaic = ({ first }: Shown) =>
    `trim=start_frame=${first},setpts=PTS-STARTPTS,scale=${width}:${height}:flags=area`;
  const compared = [
    `[0:v]${mosaic(looked)}[looked]`,
    `[1:v]${mosaic(reference)}[reference]`,
    '[looked][reference]blend=all_mode=difference:shortest=1,signalstats',
    'metadata=mode=print:key=lavfi.signalstats.YMAX:file=-',
  ];
  const files = [looked.file, reference.file];
  const command = {
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', ...files.flatMap(listInput)],
      '-filter_complex',
      `${compared.slice(0, 2).join(';')};${compared.slice(2).join(',')}`,
      ...['-f', 'null', '-'],
    ],
    ...confineReader(tools, files, timeoutMs),
    signal,
  };
  const said = await runTool(command).catch(nullWhenRefused);
  const found = [...(said?.stdout ?? '').matchAll(/YMAX=(\d+)/g)].map(([, most]) => Number(most));
  return found.length === 0 ? Number.NaN : Math.max(...found);
}

/** The reader says that the file is not right; other failures are of this machine. */
function nullWhenRefused(error: unknown): null {
  if (error instanceof MediaError && error.code === 'tool_failed') return null;
  throw error;
}
