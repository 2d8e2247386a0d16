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
 * What one process sent of one kind of a video and had not told yet. It names segments, so hearing it
 * twice, or late, counts nothing twice; and durations, as clocks of processes differ.
 */
export const publishedFetchesSchema = z.object({
  playbackId: z.string(),
  /** How long ago the playback session began there. */
  begunMs: milliseconds,
  /** How long ago its page last reported; null: not that this process knows. */
  reportedMs: z.nullable(milliseconds),
  kind: z.enum(['picture', 'sound']),
  /** The length of a segment. */
  segmentSeconds: z.number().check(z.positive()),
  pages: pagesSchema,
  /** How many seconds of the video that was, by age. */
  ages: z.array(z.number().check(z.nonnegative())).check(z.maxLength(ageSteps)),
});
export type PublishedFetches = z.infer<typeof publishedFetchesSchema>;

/**
 * Decides whether other processes must be told of what was fetched here: where it would be more than a
 * player can buffer if each of them sent as much, and where the page ought to have reported. They
 * need to know nothing of a learner at one process, nor where all together send no more than a
 * player needs.
 */
export function shouldPublish(fetching: Fetching, pace: VideoPace, nowMs: number): boolean {
  const { learner, tracks, lastReportMs } = fetching;
  if (countOthers(learner, nowMs) === 0) return false;
  if (isEmpty(tracks.picture.unpublished) && isEmpty(tracks.sound.unpublished)) return false;
  if (isSilent(fetching, nowMs)) return true;
  const { heldSeconds } = settle(learner, pace, lastReportMs === null, nowMs);
  return computeLikelySeconds(learner, nowMs) > heldSeconds;
}

/** Takes what others are to be told of a video, and counts it as told. */
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
    // The rest is of other videos.
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
 * Counts what another process sent as if it had been fetched here, and how long it would have had to
 * wait, which no request does again.
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
    noteDue(track, number, imposeWait(fetching, kind, owedSeconds, terms, nowMs), nowMs);
    addDebt(learner, kind, owedSeconds, terms, nowMs);
  }
}
