import { join } from 'node:path';
import type { AudioRung, Ladder, VideoRung } from './ladder.ts';
import { soundFilters } from './loudness.ts';
import { filterGraph } from './picture-filters.ts';
import type { SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { fileUrl, untrustedInput } from './untrusted-input.ts';
import { deviceArguments, encoderOf, encodingArguments } from './video-encoder.ts';

/** How much longer than it says a file may be; lengths in headers are rounded and guessed. */
export const sparedSeconds = 10;
/** Names of people and places that a camera writes into its files. */
const withoutTags = ['-map_metadata', '-1', '-map_chapters', '-1'] as const;

export type TranscodePlan = {
  inputPath: string;
  outDir: string;
  ladder: Ladder;
  facts: SourceFacts;
  tools: Pick<MediaTools, 'canMapTones' | 'encoder'>;
};

/** The words of the one ffmpeg run that makes every rung and the sound of a ladder. */
export function transcodeArguments(plan: TranscodePlan, gainDb: number): string[] {
  const { inputPath, ladder, facts, tools } = plan;
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...deviceArguments(tools.encoder)],
    ...['-progress', 'pipe:1', '-stats_period', '0.5', '-max_error_rate', '0.1'],
    // A file may go on without end behind the length that it claims.
    ...['-t', (facts.durationSeconds + sparedSeconds).toFixed(3)],
    ...untrustedInput(inputPath),
    ...['-filter_complex', filterGraph(ladder, facts, tools)],
    ...ladder.video.flatMap((rung) => videoOutput(rung, plan)),
    ...ladder.audio.flatMap((rung) => audioOutput(rung, plan, gainDb)),
  ];
}

function videoOutput(rung: VideoRung, { ladder, outDir, tools }: TranscodePlan): string[] {
  return [
    ...['-map', `[${rung.name}]`, '-an', '-sn', '-dn', ...withoutTags],
    ...encodingArguments(encoderOf(tools.encoder, rung), rung, ladder.frameRate),
    ...['-f', 'mp4', fileUrl(join(outDir, `${rung.name}.mp4`))],
  ];
}

function audioOutput(rung: AudioRung, { facts, outDir }: TranscodePlan, gainDb: number): string[] {
  if (facts.audioStream === null) return [];
  return [
    ...['-map', `0:${facts.audioStream}`, '-vn', '-sn', '-dn', ...withoutTags],
    ...['-af', ['aresample=async=1:first_pts=0', ...soundFilters(gainDb)].join(',')],
    ...['-c:a', 'aac', '-b:a', `${rung.bitrateKbps}k`, '-ar', '48000', '-ac', '2'],
    ...['-f', 'mp4', fileUrl(join(outDir, `${rung.name}.mp4`))],
  ];
}
