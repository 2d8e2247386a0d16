import type { SourceFacts } from '@prahari/media';
import * as z from 'zod/mini';

/** What the probe found, as it is kept between tries. */
const sourceFactsSchema = z.object({
  container: z.enum(['mp4', 'matroska']),
  sizeBytes: z.number(),
  durationSeconds: z.number(),
  videoSeconds: z.nullable(z.number()),
  width: z.int(),
  height: z.int(),
  frameRate: z.number(),
  interlaced: z.boolean(),
  range: z.enum(['sdr', 'pq', 'hlg']),
  videoCodec: z.string(),
  audioCodec: z.nullable(z.string()),
  videoStream: z.int(),
  audioStream: z.nullable(z.int()),
});

/** Undefined when they were written by another version: the probe is cheap to repeat. */
export function readSourceFacts(stored: unknown): SourceFacts | undefined {
  return z.safeParse(sourceFactsSchema, stored).data;
}

/** The facts in a line for the log of the job. */
export function describeSource(facts: SourceFacts): string {
  const { width, height, frameRate, videoCodec, audioCodec, durationSeconds } = facts;
  const range = facts.range === 'sdr' ? '' : ', HDR';
  const picture = `${width} × ${height}, ${frameRate.toFixed(2)} pictures a second, ${videoCodec}${range}`;
  return `${picture}, ${audioCodec ?? 'no sound'}, ${durationSeconds.toFixed(1)} s`;
}
