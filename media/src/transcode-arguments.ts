import { join } from 'node:path';
import type { AudioRendition, Ladder, VideoRendition } from './ladder.ts';
import { listSoundFilters } from './loudness.ts';
import { filterGraph } from './picture-filters.ts';
import { type Piece, planSamples, type SoundPiece, soundRate, sparedSeconds } from './pieces.ts';
import type { SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { formatFileUrl, listUntrustedInputArguments } from './untrusted-input.ts';
import {
  chooseRenditionEncoder,
  listDeviceArguments,
  listEncodingArguments,
} from './video-encoder.ts';

/** Names of people and places that a camera writes into its files. */
const withoutTags = ['-map_metadata', '-1', '-map_chapters', '-1'] as const;

export type TranscodePlan = {
  inputPath: string;
  outDir: string;
  ladder: Ladder;
  facts: SourceFacts;
  tools: Pick<MediaTools, 'canMapTones' | 'encoder'>;
  /** The only pictures to encode; the whole without it. */
  piece?: Piece;
  /** The only sound to encode, as bare frames; the whole without it. */
  soundPiece?: SoundPiece;
};

/** Before a piece, so that reference pictures, and pictures shown into it, are there. */
const leadSeconds = 5;

/**
 * Lists the words of the one ffmpeg run that makes every rendition and the sound of a ladder.
 *
 * @param gainsDb of the sound tracks, by their stream
 */
export function transcodeArguments(
  plan: TranscodePlan,
  gainsDb: ReadonlyMap<number, number>,
): string[] {
  const { inputPath, ladder, facts, tools, piece, soundPiece } = plan;
  // Damage so far says little about the whole: the last piece of the sound reads all of it.
  const mostErrors = soundPiece === undefined || soundPiece.frames === null ? 0.1 : 1;
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...listDeviceArguments(tools.encoder)],
    ...['-progress', 'pipe:1', '-stats_period', '0.5'],
    ...['-max_error_rate', String(mostErrors)],
    // A file may continue endlessly after the length that it claims.
    ...(piece ? enterAt(piece) : ['-t', (facts.durationSeconds + sparedSeconds).toFixed(3)]),
    ...listUntrustedInputArguments(inputPath),
    ...(ladder.video.length > 0
      ? ['-filter_complex', filterGraph(ladder, facts, tools, piece !== undefined)]
      : []),
    ...ladder.video.flatMap((rendition) => videoOutput(rendition, plan)),
    ...ladder.audio.flatMap((rendition) =>
      audioOutput(rendition, plan, gainsDb.get(rendition.stream) ?? 0),
    ),
  ];
}

/** Times count from the first picture of the piece; what comes before it has negative ones. */
function enterAt({ startSeconds }: Piece): string[] {
  const from = Math.max(0, startSeconds - leadSeconds);
  const offset = from - startSeconds;
  return ['-noaccurate_seek', '-ss', from.toFixed(6), '-itsoffset', offset.toFixed(6)];
}

function videoOutput(rendition: VideoRendition, plan: TranscodePlan): string[] {
  const { ladder, outDir, tools, piece } = plan;
  const { numerator, denominator } = ladder.frameRate;
  return [
    ...['-map', `[${rendition.name}]`, '-an', '-sn', '-dn', ...withoutTags],
    ...listEncodingArguments(chooseRenditionEncoder(tools.encoder, rendition), rendition, ladder),
    ...['-fps_mode', 'cfr', '-r', `${numerator}/${denominator}`],
    ...(piece ? ['-frames:v', String(piece.pictures)] : []),
    ...['-f', 'mp4', formatFileUrl(join(outDir, `${rendition.name}.mp4`))],
  ];
}

function audioOutput(rendition: AudioRendition, plan: TranscodePlan, gainDb: number): string[] {
  const { facts, outDir, soundPiece } = plan;
  const filters = [...timeFilters(facts), ...listSoundFilters(gainDb)];
  return [
    ...['-map', `0:${rendition.stream}`, '-vn', '-sn', '-dn', ...withoutTags],
    ...['-af', [...filters, ...(soundPiece ? cutFilters(soundPiece) : [])].join(',')],
    ...['-c:a', 'aac', '-b:a', `${rendition.bitrateKbps}k`, '-ar', String(soundRate), '-ac', '2'],
    ...(soundPiece
      ? ['-f', 'adts', formatFileUrl(join(outDir, `${rendition.name}.aac`))]
      : ['-f', 'mp4', formatFileUrl(join(outDir, `${rendition.name}.mp4`))]),
  ];
}

/**
 * Adds silence before late sound and after sound that ends early, so that all tracks have the same
 * length.
 */
function timeFilters({ durationSeconds }: SourceFacts): string[] {
  return ['aresample=async=1:first_pts=0', `apad=whole_dur=${durationSeconds.toFixed(3)}`];
}

/** Counts from the beginning of the sound: times of the source are too coarse to meet a sample. */
function cutFilters(soundPiece: SoundPiece): string[] {
  const { start, end } = planSamples(soundPiece);
  const until = end === null ? '' : `:end_sample=${end}`;
  return [`aresample=${soundRate}`, `atrim=start_sample=${start}${until}`, 'asetpts=PTS-STARTPTS'];
}
