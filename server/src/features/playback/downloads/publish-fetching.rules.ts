import * as z from 'zod/mini';
import { ageSteps, limitToNewest, payFrom, takeNewest } from './ages.rules.ts';
import {
  addDebt,
  computeLikelySeconds,
  countOthers,
  notePlaying,
  settle,
  type VideoPace,
} from './allowance.rules.ts';
import {
  createCoverage,
  isCovered,
  isEmpty,
  listCovered,
  packCoverage,
  pagesSchema,
  unpackCoverage,
} from './coverage.rules.ts';
import {
  addSegment,
  computeSegmentSeconds,
  type Fetching,
  imposeWait,
  noteDue,
  notePageReport,
  payAhead,
  reopen,
} from './fetching.rules.ts';
import { isSilent } from './judge-fetching.rules.ts';

const milliseconds = z.number().check(z.nonnegative());
/**
 * The segments of one track of a video that one process sent since it last published. Segments are
 * named, so that a message that arrives twice or late counts nothing twice. Times are durations,
 * because the clocks of processes differ.
 */
export const publishedFetchesSchema = z.object({
  playbackId: z.string(),
  /** How long ago the playback session began there. */
  begunMs: milliseconds,
  /** How long ago its page last reported; null where the process knows of no report. */
  reportedMs: z.nullable(milliseconds),
  kind: z.enum(['picture', 'sound']),
  segmentSeconds: z.number().check(z.positive()),
  pages: pagesSchema,
  /** Media seconds by age, the newest first. */
  ages: z.array(z.number().check(z.nonnegative())).check(z.maxLength(ageSteps)),
});
export type PublishedFetches = z.infer<typeof publishedFetchesSchema>;

/**
 * Decides whether to publish the segments fetched at this process: when they would be more than a
 * player can buffer if every process sent as many, or when the page should have reported by now.
 * Nothing is published about a learner that only this process serves.
 */
export function shouldPublish(fetching: Fetching, pace: VideoPace, nowMs: number): boolean {
  const { learner, tracks, lastReportMs } = fetching;
  if (countOthers(learner, nowMs) === 0) return false;
  if (isEmpty(tracks.picture.unpublished) && isEmpty(tracks.sound.unpublished)) return false;
  if (isSilent(fetching, nowMs)) return true;
  const { heldSeconds } = settle(learner, pace, lastReportMs === null, nowMs);
  return computeLikelySeconds(learner, nowMs) > heldSeconds;
}

/** Returns the unpublished segments of a video and marks them as published. */
export function takeUnpublished(
  fetching: Fetching,
  pace: VideoPace,
  nowMs: number,
): PublishedFetches[] {
  const { learner, playbackId, begunMs, lastReportMs } = fetching;
  settle(learner, pace, lastReportMs === null, nowMs);
  return (['picture', 'sound'] as const).flatMap((kind) => {
    const track = fetching.tracks[kind];
    const debt = learner.debts[kind];
    const segmentSeconds = computeSegmentSeconds(kind, pace);
    const seconds = listCovered(track.unpublished).length * segmentSeconds;
    if (seconds === 0) return [];
    const pages = packCoverage(track.unpublished);
    track.unpublished = createCoverage();
    // The rest belongs to other videos.
    debt.unpublishedSeconds = Math.max(0, debt.unpublishedSeconds - seconds);
    return {
      playbackId,
      begunMs: Math.max(0, nowMs - begunMs),
      reportedMs: lastReportMs === null ? null : Math.max(0, nowMs - lastReportMs),
      kind,
      segmentSeconds,
      pages,
      ages: takeNewest(debt.unpublished, seconds, nowMs),
    };
  });
}

/**
 * Counts segments that another process sent as if they had been fetched here, and the waits they would
 * have had here. No request waits for them again.
 */
export function addPublished(
  fetching: Fetching,
  published: PublishedFetches,
  pace: VideoPace,
  nowMs: number,
): void {
  const { learner } = fetching;
  const { kind, playbackId } = published;
  const begunMs = nowMs - published.begunMs;
  const isNewer = fetching.playbackId === '' || begunMs > fetching.begunMs;
  if (isNewer) reopen(fetching, playbackId, pace, nowMs);
  const isSame = playbackId === fetching.playbackId;
  if (isSame) fetching.begunMs = Math.min(fetching.begunMs, begunMs);
  // Later reports are read from the database, with their time.
  if (isSame && published.reportedMs !== null && fetching.lastReportMs === null)
    notePageReport(fetching, nowMs - published.reportedMs);
  const track = fetching.tracks[kind];
  const numbers = listCovered(unpackCoverage(published.pages)).filter(
    (number) => !isCovered(track.coverage, number),
  );
  if (numbers.length === 0) return;
  fetching.freshMs = Math.max(fetching.freshMs, nowMs);
  notePlaying(learner, playbackId, nowMs);
  const terms = settle(learner, pace, fetching.lastReportMs === null, nowMs);
  payAhead(fetching, terms, nowMs);
  const segmentSeconds = computeSegmentSeconds(kind, pace);
  const seconds = numbers.length * segmentSeconds;
  if (isSame) track.freshSeconds += seconds;
  const owed = limitToNewest(published.ages, seconds);
  let paidSeconds = seconds - payFrom(learner.debts[kind].unused, owed, nowMs);
  for (const number of numbers) {
    const owedSeconds = Math.max(0, segmentSeconds - paidSeconds);
    paidSeconds = Math.max(0, paidSeconds - segmentSeconds);
    addSegment(track, number, owedSeconds);
    if (owedSeconds === 0) continue;
    const owing = { kind, seconds: owedSeconds };
    noteDue(track, number, imposeWait(fetching, owing, terms, nowMs), nowMs);
    addDebt(learner, owing, terms, nowMs);
  }
}
