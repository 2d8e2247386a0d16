import type { SourceFacts } from '@prahari/media';
import * as z from 'zod/mini';

const known = {
  sizeBytes: z.number(),
  durationSeconds: z.number(),
  width: z.int(),
  height: z.int(),
  frameRate: z.number(),
  range: z.enum(['sdr', 'pq', 'hlg']),
  videoCodec: z.string(),
  videoStream: z.int(),
};
const language = z.nullable(z.string());

/** The findings of the probe, as stored between tries. */
const sourceFactsSchema = z.object({
  ...known,
  container: z.enum(['mp4', 'matroska', 'mpegts', 'mpegps', 'avi', 'asf', 'flv']),
  videoSeconds: z.number(),
  averageFrameRate: z.number(),
  scan: z.enum(['progressive', 'interlaced', 'telecine']),
  sounds: z.array(z.object({ stream: z.int(), codec: z.string(), language })),
  texts: z.array(z.object({ stream: z.int(), language })),
  chapters: z.array(z.object({ startSeconds: z.number(), title: z.string() })),
  leftOut: z.array(
    z.object({
      kind: z.enum(['sound', 'picture', 'text', 'cover', 'data']),
      codec: z.string(),
      language,
    }),
  ),
});

/** The form from before every packet was read: one sound track, and a steady rate. */
const headersOnlySchema = z.object({
  ...known,
  container: z.enum(['mp4', 'matroska']),
  videoSeconds: z.nullable(z.number()),
  interlaced: z.boolean(),
  audioCodec: z.nullable(z.string()),
  audioStream: z.nullable(z.int()),
});

/**
 * Parses facts of this version, and of the one before: for published media they can't be found
 * again. Undefined for others.
 */
export function parseSourceFacts(stored: unknown): SourceFacts | undefined {
  const current = z.safeParse(sourceFactsSchema, stored).data;
  if (current) return current;
  const before = z.safeParse(headersOnlySchema, stored).data;
  if (!before) return undefined;
  const { interlaced, audioCodec, audioStream, videoSeconds, ...facts } = before;
  const sound = { stream: audioStream ?? 0, codec: audioCodec ?? '', language: null };
  return {
    ...facts,
    videoSeconds: videoSeconds ?? facts.durationSeconds,
    averageFrameRate: facts.frameRate,
    scan: interlaced ? 'interlaced' : 'progressive',
    sounds: audioStream === null ? [] : [sound],
    texts: [],
    chapters: [],
    leftOut: [],
  };
}

/** Describes the facts in a line for the log of the job. */
export function describeSource(facts: SourceFacts): string {
  const { width, height, videoCodec, sounds, durationSeconds } = facts;
  const range = facts.range === 'sdr' ? '' : ', HDR';
  const scan = facts.scan === 'progressive' ? '' : `, ${facts.scan}`;
  const picture = `${width} × ${height}, ${describeRate(facts)}, ${videoCodec}${range}${scan}`;
  const sound =
    sounds
      .map(({ codec, language: spoken }) => [codec, spoken ?? []].flat().join(' '))
      .join(', ') || 'no sound';
  const parts = [picture, sound, `${durationSeconds.toFixed(1)} s`];
  return [...parts, ...facts.leftOut.map(describeLeftOut)].join(', ');
}

function describeRate({ frameRate, averageFrameRate }: SourceFacts): string {
  const rate = `${averageFrameRate.toFixed(2)} pictures a second`;
  if (frameRate <= averageFrameRate) return rate;
  return `${rate} on average and up to ${frameRate.toFixed(0)}`;
}

const namesOfKinds = {
  sound: 'sound',
  picture: 'another picture',
  text: 'subtitles',
  cover: 'cover picture',
  data: 'data',
} as const;

function describeLeftOut({
  kind,
  codec,
  language: spoken,
}: SourceFacts['leftOut'][number]): string {
  const tongue = spoken === null ? '' : `, ${spoken}`;
  return `left out: ${namesOfKinds[kind]} (${codec}${tongue})`;
}
