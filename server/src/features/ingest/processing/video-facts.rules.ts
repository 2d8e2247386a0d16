import { type SegmentPlan, type SourceFacts, shortestSegmentSeconds } from '@prahari/media';
import * as z from 'zod/mini';
import { describeSource, parseSourceFacts } from './source-facts.rules.ts';

/** The facts a video is made from: findings about its source, and choices based on them. */
export type VideoFacts = SourceFacts & Pick<SegmentPlan, 'segmentSeconds'>;

const segmentsSchema = z.object({ segmentSeconds: z._default(z.number(), shortestSegmentSeconds) });

/** Parses the facts as the step `probe` kept them; undefined for an unknown version of them. */
export function parseVideoFacts(stored: unknown): VideoFacts | undefined {
  const facts = parseSourceFacts(stored);
  const segmentSeconds = parseSegmentSeconds(stored);
  return facts && segmentSeconds !== undefined ? { ...facts, segmentSeconds } : undefined;
}

/**
 * Parses the segment length, in seconds, that an earlier measurement of the source chose; undefined
 * when there was none. It must not change: renditions may be encoded or published with it. Before
 * there was a choice, it was the shortest.
 */
export function parseSegmentSeconds(stored: unknown): number | undefined {
  return z.safeParse(segmentsSchema, stored).data?.segmentSeconds;
}

/** Describes the facts in a line for the log of the job, with the choices and their reasons. */
export function describeVideo(facts: VideoFacts, saved: number | null): string {
  const seconds = `segments of ${facts.segmentSeconds} s`;
  const why =
    saved === null || saved === 0
      ? seconds
      : `${seconds}, which save ${Math.round(saved * 100)} % of the picture's bits`;
  return `${describeSource(facts)}, ${why}`;
}
