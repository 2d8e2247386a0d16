import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeEnterable } from './enterable-source.ts';
import { readMadeSeconds } from './made-length.ts';
import { MediaError } from './media-error.ts';
import { computePictureSeconds, damageMark, type Part } from './parts.ts';
import type { Piece } from './pieces.ts';
import { runEncoder, type TranscodeRequest } from './run-encoder.ts';
import { encodeSoundPiece } from './sound-pieces.ts';

/** ffmpeg's status when more pictures than it may could not be decoded; what it wrote is complete. */
const tooManyErrors = /^exit 69\n/;

/** The file is shorter than it says: only one pass can judge it. */
export class PieceTooShort extends Error {
  override readonly name = 'PieceTooShort';
}

/**
 * Encodes a part into `outDir`, from the source alone: in any order, and anywhere.
 *
 * @param gainsDb of the sound tracks, by their stream, as measured on the whole
 * @throws MediaError, PieceTooShort
 */
export async function makePart(
  request: TranscodeRequest,
  part: Part,
  gainsDb: ReadonlyMap<number, number>,
): Promise<void> {
  if (part.kind === 'sound') await encodeSoundPiece(request, part.piece, gainsDb);
  else await encodePictures(request, part.piece);
}

/**
 * Makes a part for another, from the source as it was uploaded.
 *
 * @param copyDir where a copy that can be entered is kept for more parts of the same source
 * @throws MediaError, PieceTooShort
 */
export async function makeSharedPart(
  request: TranscodeRequest & { copyDir: string },
  part: Part,
  gainsDb: ReadonlyMap<number, number>,
): Promise<void> {
  const enterable = await makeEnterable(request, request.copyDir);
  if (enterable === null) throw new MediaError('broken_file', { log: 'it can not be copied' });
  await makePart(enterable, part, gainsDb);
}

async function encodePictures(request: TranscodeRequest, piece: Piece): Promise<void> {
  const { ladder, outDir } = request;
  const seconds = computePictureSeconds(piece, request);
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
