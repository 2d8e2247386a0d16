import type { Ladder } from './ladder.ts';
import type { SourceFacts } from './probe.ts';

/** How much longer a file may be than it says; lengths in headers are rounded and guessed. */
export const sparedSeconds = 10;

/**
 * A part of the pictures of a video that is encoded separately; pictures are those of the
 * renditions.
 */
export type Piece = {
  /** From 0, in the order of the video. */
  number: number;
  firstPicture: number;
  pictures: number;
  /** Of the first picture. */
  startSeconds: number;
};

/**
 * Short enough to be encoded in half a minute by two cores that do other things too; entering it costs
 * a fifth of its decoding, so a few hundredths of the work. A multiple of the usual lengths of segments,
 * so that pieces begin where segments do.
 */
export const pieceSeconds = 24;

/** Others can't be entered at any moment with certainty, or their clocks jump. */
const enterable: ReadonlySet<SourceFacts['container']> = new Set(['mp4', 'matroska']);

export function canBeEntered({ container }: Pick<SourceFacts, 'container'>): boolean {
  return enterable.has(container);
}

/**
 * Cuts a video into pieces of one length, the last one between one and two of them; one piece when it
 * is shorter than two.
 */
export function planPieces(
  { durationSeconds }: Pick<SourceFacts, 'durationSeconds'>,
  { numerator, denominator }: Ladder['frameRate'],
  lengthSeconds: number = pieceSeconds,
): Piece[] {
  const count = Math.max(1, Math.floor(durationSeconds / lengthSeconds));
  const firstAfter = (seconds: number) => Math.ceil((seconds * numerator) / denominator);
  return Array.from({ length: count }, (_, number): Piece => {
    const firstPicture = firstAfter(number * lengthSeconds);
    const isLast = number === count - 1;
    const end = isLast ? durationSeconds + sparedSeconds : (number + 1) * lengthSeconds;
    const startSeconds = (firstPicture * denominator) / numerator;
    return { number, firstPicture, pictures: firstAfter(end) - firstPicture, startSeconds };
  });
}

/** Of every sound track that is made. */
export const soundRate = 48_000;
/** Samples in a frame of AAC-LC (ISO/IEC 14496-3). */
export const samplesInFrame = 1024;
/** Encoded before a piece and thrown away, so that the encoder comes to it settled: four seconds. */
export const leadFrames = 188;
/** The encoder looks ahead: behind a piece it gets the sound that the next one begins with. */
const frameLookahead = 2;

/** A part of the sound that is encoded separately, in frames of AAC. */
export type SoundPiece = {
  /** From 0, in the order of the video. */
  number: number;
  firstFrame: number;
  /** Null for the last one, which lasts to the end. */
  frames: number | null;
};

const usualPieceSeconds = 300;
/** Each piece reads the sound from its beginning; this many cost a small part of the encoding. */
const mostPieces = 12;

/**
 * Cuts sound into pieces of at least `lengthSeconds`, the last one between one and two of them. Five
 * minutes take a core some ten seconds.
 */
export function planSoundPieces(
  durationSeconds: number,
  lengthSeconds: number = usualPieceSeconds,
): SoundPiece[] {
  const seconds = Math.max(lengthSeconds, durationSeconds / mostPieces);
  const frames = Math.ceil((seconds * soundRate) / samplesInFrame);
  const all = (durationSeconds * soundRate) / samplesInFrame;
  const count = Math.max(1, Math.floor(all / frames));
  return Array.from({ length: count }, (_, number) => ({
    number,
    firstFrame: number * frames,
    frames: number === count - 1 ? null : frames,
  }));
}

/** Plans the samples that the encoder needs for a piece, counted from the beginning of the sound. */
export function planSamples({ firstFrame, frames }: SoundPiece): {
  start: number;
  end: number | null;
} {
  const end = frames === null ? null : firstFrame + frames + frameLookahead;
  return {
    start: Math.max(0, firstFrame - leadFrames) * samplesInFrame,
    end: end === null ? null : end * samplesInFrame,
  };
}

/** Computes how long a piece plays, in seconds. */
export function computeSoundSeconds(
  { firstFrame, frames }: SoundPiece,
  { durationSeconds }: { durationSeconds: number },
): number {
  if (frames !== null) return (frames * samplesInFrame) / soundRate;
  return Math.max(0, durationSeconds - (firstFrame * samplesInFrame) / soundRate);
}
