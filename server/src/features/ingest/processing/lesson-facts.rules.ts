import { type SegmentPlan, type SourceFacts, shortestSegmentSeconds } from '@prahari/media';
import * as z from 'zod/mini';
import { describeSource, readSourceFacts } from './source-facts.rules.ts';

/** What a video is made from: what was found of its source, and what was chosen by it. */
export type LessonFacts = SourceFacts & Pick<SegmentPlan, 'segmentSeconds'>;

const segmentsSchema = z.object({ segmentSeconds: z._default(z.number(), shortestSegmentSeconds) });

/**
 * Reads the facts as the step `probe` kept them; undefined when another version did that can't be
 * understood.
 */
export function readLessonFacts(stored: unknown): LessonFacts | undefined {
  const facts = readSourceFacts(stored);
  const segmentSeconds = readSegmentSeconds(stored);
  return facts && segmentSeconds !== undefined ? { ...facts, segmentSeconds } : undefined;
}

/**
 * Reads the length of segments that an earlier look at the source chose, in seconds; undefined when
 * there was none. It stands: qualities may be encoded or published by it. Before there was a
 * choice, it was the shortest.
 */
export function readSegmentSeconds(stored: unknown): number | undefined {
  return z.safeParse(segmentsSchema, stored).data?.segmentSeconds;
}

/** Describes the facts in a line for the log of the job, with what was chosen and why. */
export function describeLesson(facts: LessonFacts, saved: number | null): string {
  const seconds = `segments of ${facts.segmentSeconds} s`;
  const why =
    saved === null || saved === 0
      ? seconds
      : `${seconds}, which save ${Math.round(saved * 100)} % of the picture's bits`;
  return `${describeSource(facts)}, ${why}`;
}
