import { createHash } from 'node:crypto';
import {
  canBeEntered,
  computeSoundSeconds,
  type Piece,
  planPieces,
  planSoundPieces,
  type SoundPiece,
} from './pieces.ts';
import type { TranscodeRequest } from './run-encoder.ts';
import { transcodeArguments } from './transcode-arguments.ts';

/** What is encoded separately: the pictures or the sound of a stretch of a video. */
export type Part = {
  /** Of its folder; of one plan, unique. */
  name: string;
  /** What it costs, in seconds of pictures. */
  weight: number;
} & ({ kind: 'pictures'; piece: Piece } | { kind: 'sound'; piece: SoundPiece });

export type PartLengths = {
  pieceSeconds?: number | undefined;
  /** Instead of the usual length of pieces of the sound. */
  soundPieceSeconds?: number | undefined;
};

/** Everything that parts of one video depend on. */
export type PartSource = Pick<TranscodeRequest, 'facts' | 'ladder'> & {
  tools: Pick<TranscodeRequest['tools'], 'canMapTones' | 'encoder'>;
};

export type PartPlan = {
  /** Equal only where all arguments of the encoder are: such parts fit together, on whichever worker they are made. */
  fingerprint: string;
  pictures: Part[];
  sound: Part[];
  /** Of measuring how loud the sound is. */
  loudnessWeight: number;
};

/** The most time that a second of sound takes, relative to a second of pictures. */
const weightOfSound = 0.1;
/** And how much of that is spent on measuring how loud it is. */
const weightOfLoudness = 0.1;

/** Plans the parts of a source, as it is when it can be entered (`makeEnterable`). */
export function planSharedParts(given: PartSource, lengths: PartLengths): PartPlan {
  const source = { ...given, ...describeEnterable(given) };
  const { facts, ladder } = source;
  const pieces = planPieces(facts, ladder.frameRate, lengths.pieceSeconds);
  const hasSound = ladder.audio.length > 0;
  const soundPieces = hasSound
    ? planSoundPieces(facts.durationSeconds, lengths.soundPieceSeconds)
    : [];
  const sound = soundPieces.map((piece): Part => {
    const seconds = computeSoundSeconds(piece, facts);
    const weight = seconds * weightOfSound * (1 - weightOfLoudness);
    return { kind: 'sound', name: `sound-${formatNumber(piece)}`, weight, piece };
  });
  const pictures = pieces.map((piece): Part => {
    const weight = computePictureSeconds(piece, source);
    return { kind: 'pictures', name: formatNumber(piece), weight, piece };
  });
  const loudnessWeight = hasSound ? facts.durationSeconds * weightOfSound * weightOfLoudness : 0;
  const fingerprint = computeFingerprint(source, pieces, lengths);
  return { fingerprint, pictures, sound, loudnessWeight };
}

/** Describes a source as it is when it can be entered: itself, or its copy in Matroska. */
export function describeEnterable({ facts, ladder }: Pick<PartSource, 'facts' | 'ladder'>) {
  if (canBeEntered(facts)) return { facts, ladder };
  const streams = new Map(facts.sounds.map(({ stream }, index) => [stream, index + 1]));
  const renumbered = <Track extends { stream: number }>(track: Track): Track => ({
    ...track,
    stream: streams.get(track.stream) ?? track.stream,
  });
  const sounds = facts.sounds.map(renumbered);
  return {
    facts: { ...facts, container: 'matroska' as const, videoStream: 0, sounds },
    ladder: { ...ladder, audio: ladder.audio.map(renumbered) },
  };
}

/** Lists the files that a part consists of; one of pictures may also have `damageMark`. */
export function listPartFiles(
  { kind }: Part,
  { video, audio }: TranscodeRequest['ladder'],
): string[] {
  if (kind === 'sound') return audio.map(({ name }) => `${name}.aac`);
  return video.map(({ name }) => `${name}.mp4`);
}

/** An empty file beside pictures of which more than it may could not be decoded. */
export const damageMark = 'damaged';

/** Rounding, and the index of a file. */
const overheadBytes = 64 * 1024;

/**
 * Computes how large each file of a part of pictures can be at most: a rendition exceeds its rate
 * by what its buffer of two seconds holds.
 */
export function computeLargestFiles(
  { piece }: Extract<Part, { kind: 'pictures' }>,
  { ladder, facts }: Pick<PartSource, 'facts' | 'ladder'>,
): { name: string; maxBytes: number }[] {
  const seconds = computePictureSeconds(piece, { ladder, facts }) + 2;
  return ladder.video.map(({ name, maxBitrateKbps }) => {
    const maxBytes = Math.ceil((maxBitrateKbps * 1000 * seconds * 1.1) / 8) + overheadBytes;
    return { name: `${name}.mp4`, maxBytes };
  });
}

/** Computes how long the pictures of a piece are shown. */
export function computePictureSeconds(
  { pictures, startSeconds }: Piece,
  { facts, ladder }: Pick<PartSource, 'facts' | 'ladder'>,
): number {
  const { numerator, denominator } = ladder.frameRate;
  return Math.min((pictures * denominator) / numerator, facts.durationSeconds - startSeconds);
}

/** Counts the pictures that a piece has at least: like in what is made here, less than one may be missing. */
export function countLeastPictures(
  piece: Piece,
  source: Pick<PartSource, 'facts' | 'ladder'>,
): number {
  const { numerator, denominator } = source.ladder.frameRate;
  const seconds = computePictureSeconds(piece, source);
  return Math.min(piece.pictures, Math.ceil((seconds * numerator) / denominator - 0.9));
}

function formatNumber({ number }: { number: number }): string {
  return String(number).padStart(4, '0');
}

/** Covers everything that makes pieces fit together. */
function computeFingerprint(
  { ladder, facts, tools }: PartSource,
  pieces: readonly Piece[],
  { soundPieceSeconds }: PartLengths,
): string {
  const plan = { inputPath: '/source', outDir: '/out', ladder, facts, tools };
  const words = transcodeArguments(plan, new Map());
  return createHash('sha256')
    .update(JSON.stringify([words, pieces, soundPieceSeconds]))
    .digest('hex')
    .slice(0, 16);
}
