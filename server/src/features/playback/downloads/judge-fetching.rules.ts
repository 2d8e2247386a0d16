import type { IncidentConfidence } from '@prahari/contract';
import { computeGraceSeconds, settle, type VideoPace } from './allowance.rules.ts';
import {
  computeFreshSeconds,
  computeSegmentSeconds,
  type Fetching,
  isSurer,
  payAhead,
} from './fetching.rules.ts';

/** A page reports once its video is loaded; longer silence means no page, or no connection. */
const silentAfterMs = 15_000;
/** Imposed waiting that no playback comes near. */
const silentWaitSeconds = 3;
/** The same for a page that reports: it may have jumped more than time restores. */
const reportingWaitSeconds = 10;
/** As in common rules against exfiltration (DX-1): five minutes faster than playback. */
const longWaitSeconds = 300;
/**
 * How long more than a buffer may be fetched: a jump that explains it is reported within this time.
 */
const overForMs = 15_000;
/** The same where the page reported nothing, or an impossible number of jumps. */
const overUnreportedMs = 20_000;
/** A page reports a jump within this time. */
const reportsWithinMs = 5000;
/**
 * Shares of a video: a client that fetches this much faster than playback has the video, or searches
 * in it.
 */
const wholeOfVideo = 0.9;
const muchOfVideo = 0.5;

/** A video that is fetched faster than it plays, or by something other than a player. */
export interface SuspectedDownload {
  readonly playbackId: string;
  readonly confidence: IncidentConfidence;
  /** Media seconds that were fetched, within `withinSeconds`. */
  readonly fetchedSeconds: number;
  readonly withinSeconds: number;
  /** Whether the page of the playback session ever reported. */
  readonly hasReported: boolean;
}

/**
 * Tells whether more is fetched than a player can buffer, so that the page's reports must be read.
 */
export function isUnexplained(fetching: Fetching, pace: VideoPace, nowMs: number): boolean {
  const { learner } = fetching;
  settle(learner, pace, fetching.lastReportMs === null, nowMs);
  return learner.overSinceMs !== null && fetching.freshMs >= learner.overSinceMs;
}

/**
 * Judges with which confidence a video is downloaded and not watched; null for requests that look
 * like playback.
 */
export function judgeFetching(
  fetching: Fetching,
  pace: VideoPace,
  nowMs: number,
): IncidentConfidence | null {
  const isOver = isUnexplained(fetching, pace, nowMs);
  const all = [
    isOver ? judgeOver(fetching, nowMs) : null,
    judgeAhead(fetching, pace, nowMs),
    fetching.lastReportMs === null ? judgeSilent(fetching, pace, nowMs) : judgeWaiting(fetching),
  ];
  return all.reduce((worst, one) => (one !== null && isSurer(one, worst) ? one : worst), null);
}

export function describeDownload(
  fetching: Fetching,
  confidence: IncidentConfidence,
): SuspectedDownload {
  const { playbackId, begunMs, lastMs, lastReportMs } = fetching;
  return {
    playbackId,
    confidence,
    fetchedSeconds: Math.round(computeFreshSeconds(fetching)),
    withinSeconds: Math.max(1, Math.round((lastMs - begunMs) / 1000)),
    hasReported: lastReportMs !== null,
  };
}

/** Tells whether a page, if there is one, ought to have reported by now. */
export function isSilent({ lastReportMs, begunMs }: Fetching, nowMs: number): boolean {
  return lastReportMs === null && nowMs - begunMs >= silentAfterMs;
}

function judgeSilent(
  fetching: Fetching,
  pace: VideoPace,
  nowMs: number,
): IncidentConfidence | null {
  const { waitedSeconds, learner } = fetching;
  if (!isSilent(fetching, nowMs)) return null;
  if (waitedSeconds > 0 && learner.imposedWaitSeconds >= silentWaitSeconds) return 'high';
  const wholeSeconds = pace.durationSeconds ?? Number.POSITIVE_INFINITY;
  const enoughSeconds = Math.min(pace.bufferingGoalSeconds, wholeSeconds) * 0.9;
  if (computeFreshSeconds(fetching) < enoughSeconds) return null;
  return isBare(fetching) ? 'high' : 'low';
}

function judgeOver(fetching: Fetching, nowMs: number): IncidentConfidence | null {
  const { lastReportMs, learner } = fetching;
  const sinceMs = learner.overSinceMs ?? nowMs;
  const overMs = nowMs - sinceMs;
  const hasReported = lastReportMs !== null && lastReportMs - sinceMs >= reportsWithinMs;
  if (overMs >= overForMs && isBare(fetching)) return 'high';
  if (overMs >= overForMs && hasReported && !learner.isJumping) return 'medium';
  return overMs >= overUnreportedMs ? 'low' : null;
}

/**
 * Judges how much of one video was fetched beyond buffer, grace and double speed, regardless of
 * reported jumps. The grace is the margin of a learner at double speed, and of one who jumps until
 * much of the video was fetched for the first time.
 */
function judgeAhead(fetching: Fetching, pace: VideoPace, nowMs: number): IncidentConfidence | null {
  const { learner, tracks, lastReportMs } = fetching;
  if (pace.durationSeconds === null) return null;
  const terms = settle(learner, pace, lastReportMs === null, nowMs);
  payAhead(fetching, terms, nowMs);
  const mostSeconds = terms.heldSeconds + computeGraceSeconds(pace);
  const parts = (['picture', 'sound'] as const)
    .filter((kind) => tracks[kind].aheadSeconds > mostSeconds)
    .map((kind) => tracks[kind].segments * computeSegmentSeconds(kind, pace));
  const part = Math.max(0, ...parts) / pace.durationSeconds;
  if (part >= wholeOfVideo) return 'medium';
  return part >= muchOfVideo ? 'low' : null;
}

function judgeWaiting({ waitedSeconds, learner }: Fetching): IncidentConfidence | null {
  const imposedSeconds = waitedSeconds > 0 ? learner.imposedWaitSeconds : 0;
  if (imposedSeconds >= longWaitSeconds) return 'medium';
  return imposedSeconds >= reportingWaitSeconds ? 'low' : null;
}

/** Tells whether nearly all requests at this process lack what players send; other processes judge their own. */
function isBare({ requests, bareRequests }: Fetching): boolean {
  return requests > 0 && bareRequests >= requests * 0.9;
}
