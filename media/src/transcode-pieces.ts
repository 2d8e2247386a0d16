import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { moveDurably } from './durable-files.ts';
import { measureGains } from './loudness.ts';
import { readMadeSeconds } from './made-length.ts';
import { MediaError } from './media-error.ts';
import { computeSoundSeconds, type Piece, planSoundPieces, type SoundPiece } from './pieces.ts';
import type { Progress } from './progress.ts';
import { runEncoder, type TranscodeRequest } from './run-encoder.ts';
import { runTool } from './run-tool.ts';
import { encodeSoundPiece, joinSound } from './sound-pieces.ts';
import { transcodeArguments } from './transcode-arguments.ts';
import { formatFileUrl } from './untrusted-input.ts';

export type Kept = {
  /** A folder that outlives a try, on the file system of `outDir`; what is finished is kept in it. */
  dir: string;
  /** Called whenever something more is kept. */
  onKept?: () => Promise<void>;
  /** Length of the pieces of the sound, instead of the usual one. */
  soundPieceSeconds?: number;
};

/** ffmpeg's status when more pictures than it may could not be decoded; what it wrote is complete. */
const tooManyErrors = /^exit 69\n/;
const damageMark = 'damaged';
/** The most time that a second of sound takes, relative to a second of pictures. */
const weightOfSound = 0.1;
/** And how much of that is spent on measuring how loud it is. */
const weightOfLoudness = 0.1;
const gainsFile = 'gains.txt';

/**
 * Encodes pictures and sound piece by piece, keeps each piece as soon as it is finished, and joins
 * them: a try continues after the pieces that earlier ones kept. Each piece is made from the source
 * alone, with the same arguments except its place, so that they can be made in any order and
 * anywhere.
 *
 * @returns false when the file is not what it says (a piece is shorter than planned, or so many are
 * damaged that perhaps a tenth of the video is): then only one pass can judge it.
 * @throws MediaError
 */
export async function transcodeInPieces(
  request: TranscodeRequest & { kept: Kept },
  pieces: readonly Piece[],
): Promise<boolean> {
  const { ladder, facts, kept } = request;
  const { numerator, denominator } = ladder.frameRate;
  const dir = join(kept.dir, computeFingerprint(request, pieces));
  await mkdir(dir, { recursive: true });
  const secondsOf = ({ pictures, startSeconds }: Piece) =>
    Math.min((pictures * denominator) / numerator, facts.durationSeconds - startSeconds);
  const soundSeconds = ladder.audio.length > 0 ? facts.durationSeconds * weightOfSound : 0;
  const total = pieces.reduce((sum, piece) => sum + secondsOf(piece), soundSeconds);
  const report = createWholeProgress(total, request.onProgress);

  /** Keeps what `make` leaves in a scratch folder, unless it is kept already. */
  async function keep(name: string, weight: number, make: Make): Promise<void> {
    const target = join(dir, name);
    const isKept = await isThere(target);
    if (!isKept) {
      const scratch = join(request.outDir, name);
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch);
      await make(scratch, (progress) => report.within(weight, progress));
      await moveDurably(scratch, target);
    }
    report.done(weight, isKept);
    if (!isKept) await kept.onKept?.();
  }

  const soundPieces =
    soundSeconds > 0 ? planSoundPieces(facts.durationSeconds, kept.soundPieceSeconds) : [];
  if (soundPieces.length > 0) {
    await keep('loudness', soundSeconds * weightOfLoudness, async (outDir) => {
      const measured = await measureGains(request, ladder.audio);
      const lines = [...measured].map(([stream, gainDb]) => `${stream} ${gainDb}`);
      await writeFile(join(outDir, gainsFile), lines.join('\n'));
    });
    const gainsDb = await readGains(join(dir, 'loudness', gainsFile));
    for (const soundPiece of soundPieces) {
      const seconds = computeSoundSeconds(soundPiece, facts);
      const weight = seconds * weightOfSound * (1 - weightOfLoudness);
      await keep(formatSoundName(soundPiece), weight, (outDir, onProgress) =>
        encodeSoundPiece({ ...request, outDir, onProgress }, soundPiece, gainsDb),
      );
    }
  }
  let damagedSeconds = 0;
  for (const piece of pieces) {
    const seconds = secondsOf(piece);
    try {
      await keep(formatName(piece), seconds, (outDir, onProgress) =>
        encodePiece({ ...request, outDir, onProgress }, piece, seconds),
      );
    } catch (error) {
      if (error instanceof PieceTooShort) return false;
      throw error;
    }
    if (await isThere(join(dir, formatName(piece), damageMark))) damagedSeconds += seconds;
    if (damagedSeconds > facts.durationSeconds / 10) return false;
  }
  const parts = pieces.map((piece) => ({
    dir: join(dir, formatName(piece)),
    seconds: (piece.pictures * denominator) / numerator,
  }));
  for (const { name } of ladder.video) await joinRendition(request, name, parts);
  const soundDirs = soundPieces.map((soundPiece) => join(dir, formatSoundName(soundPiece)));
  for (const { name } of ladder.audio) await joinSound(request, name, soundDirs);
  return true;
}

async function readGains(file: string): Promise<ReadonlyMap<number, number>> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return new Map(
    lines.map((line) => {
      const [stream = 0, gainDb = 0] = line.split(' ').map(Number);
      return [stream, gainDb];
    }),
  );
}

type Make = (outDir: string, onProgress: (progress: Progress) => void) => Promise<void>;

class PieceTooShort extends Error {
  override readonly name = 'PieceTooShort';
}

function formatName({ number }: Piece): string {
  return String(number).padStart(4, '0');
}

function formatSoundName({ number }: SoundPiece): string {
  return `sound-${String(number).padStart(4, '0')}`;
}

/**
 * Covers everything that makes pieces fit together: pieces of earlier tries are used only if it is
 * the same.
 */
function computeFingerprint(
  { ladder, facts, tools, kept }: TranscodeRequest & { kept: Kept },
  pieces: readonly Piece[],
): string {
  const plan = { inputPath: '/source', outDir: '/out', ladder, facts, tools };
  const words = transcodeArguments(plan, new Map());
  return createHash('sha256')
    .update(JSON.stringify([words, pieces, kept.soundPieceSeconds]))
    .digest('hex')
    .slice(0, 16);
}

async function encodePiece(request: TranscodeRequest, piece: Piece, seconds: number) {
  const { ladder, outDir } = request;
  const pictures = { ...request, ladder: { ...ladder, audio: [] }, piece };
  await runEncoder(pictures, { gainsDb: new Map(), seconds }).catch(async (error: unknown) => {
    if (!(error instanceof MediaError && tooManyErrors.test(error.log))) throw error;
    await writeFile(join(outDir, damageMark), '');
  });
  const [best] = ladder.video;
  const file = join(outDir, `${best?.name}.mp4`);
  const madeSeconds = await readMadeSeconds(file).catch((cause: unknown) => {
    throw new PieceTooShort('no picture came out', { cause });
  });
  const { numerator, denominator } = ladder.frameRate;
  // The length in the header is rounded, by less than a picture.
  if (madeSeconds < seconds - (0.9 * denominator) / numerator) {
    throw new PieceTooShort(`${madeSeconds} of ${seconds} seconds came out`);
  }
}

/** Each part begins where the planned one before it ends, so that no rounding adds up. */
async function joinRendition(
  { outDir, tools, signal }: TranscodeRequest,
  name: string,
  parts: readonly { dir: string; seconds: number }[],
): Promise<void> {
  const list = join(outDir, `${name}.ffconcat`);
  const lines = parts.map(({ dir, seconds }) => {
    const file = resolve(dir, `${name}.mp4`).replaceAll("'", "'\\''");
    return `file 'file:${file}'\nduration ${seconds.toFixed(6)}\n`;
  });
  await writeFile(list, `ffconcat version 1.0\n${lines.join('')}`);
  // All have the same parameter sets, in their headers; none need be repeated within.
  const input = ['-f', 'concat', '-safe', '0', '-auto_convert', '0', '-i', formatFileUrl(list)];
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...input],
      ...['-map', '0:v', '-c', 'copy', '-f', 'mp4', formatFileUrl(join(outDir, `${name}.mp4`))],
    ],
    guard: tools.guard,
    timeoutMs: 30 * 60_000,
    signal,
  });
  await rm(list);
}

/** Progress of many parts of known weight, seen as one. */
function createWholeProgress(total: number, onProgress: (progress: Progress) => void = () => {}) {
  const begunMs = performance.now();
  let finished = 0;
  let madeNow = 0;
  function tell(within: number, speed: number | null): void {
    const pace = (madeNow + within) / ((performance.now() - begunMs) / 1000);
    const left = total - finished - within;
    const etaSeconds = pace > 0 ? Math.round(left / pace) : null;
    onProgress({ fraction: Math.min(1, (finished + within) / total), speed, etaSeconds });
  }
  return {
    within: (weight: number, { fraction, speed }: Progress) => tell(weight * fraction, speed),
    done(weight: number, wasKept: boolean): void {
      finished += weight;
      if (!wasKept) madeNow += weight;
      tell(0, null);
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
