import { type IncidentConfidence, incidentConfidences } from '@prahari/contract';
import {
  excuse,
  type FetchingLearner,
  isHeardOf,
  type Kind,
  type LessonPace,
  newLearner,
  notePlaying,
  owe,
  press,
  settle,
} from './allowance.rules.ts';
import { type Coverage, cover, coverAll, isCovered, nothingCovered } from './coverage.rules.ts';

export type { FetchingLearner, LessonPace } from './allowance.rules.ts';
export { newLearner } from './allowance.rules.ts';

/** One admitted request for a segment, by the folder and number of its path. */
export interface SegmentFetch {
  readonly playbackId: string;
  /** `v720`, `audio`: each has segments of its own length. */
  readonly folder: string;
  /** From 1, along the lesson; 0 for the init segment. */
  readonly number: number;
  /** It came with nothing that players and browsers send: neither CMCD nor `Sec-Fetch-Site`. */
  readonly isBare: boolean;
}

/** The sound has no key frames to spare: two seconds for every lesson (decision 0050). */
export const soundSegmentSeconds = 2;

/** A page reports when its lesson is loaded: one that is silent for so long is none, or is cut off. */
const silentAfterMs = 15_000;
const sameSilenceMs = 60_000;
/** Of waiting that was asked for: nothing that plays comes near. */
const pressedSeconds = 3;
/** The same of a page that reports: it may have jumped more than time brings back. */
const pressedWhileHeardSeconds = 10;
/** DX-1 of common rules against exfiltration: five minutes faster than play. */
const pressedForLongSeconds = 300;
/** More than a player holds, for so long: the jump that would say why is told by then. */
const overForMs = 15_000;
/** The same where its page told nothing, or of more jumps than there can be. */
const overUntoldMs = 20_000;
/** A page that reported so long after it began has told of the jumps before. */
const tellsWithinMs = 5000;
/** Longer waits are refused: each holds a connection. */
const longestWaitSeconds = 10;

interface Track {
  readonly coverage: Coverage;
  /** Fetched for the first time since the playback session was opened. */
  freshSeconds: number;
}

/** What one learner fetches of one lesson, over all playback sessions of this process. */
export interface Fetching {
  readonly learner: FetchingLearner;
  playbackId: string;
  begunMs: number;
  lastMs: number;
  /** When something was asked for that was not fetched before. */
  freshMs: number;
  /** When the page of this playback session last reported. */
  heardMs: number | null;
  requests: number;
  bareRequests: number;
  /** Waiting that was asked for in this playback session. */
  waitedSeconds: number;
  /** Jumps that its page told of and that were allowed for. */
  excusedSeconds: number;
  /** As which it was recorded. */
  recorded: IncidentConfidence | null;
  readonly tracks: Readonly<Record<Kind, Track>>;
}

export function beginFetching(
  playbackId: string,
  nowMs: number,
  learner: FetchingLearner = newLearner(nowMs),
): Fetching {
  return {
    ...nothingFetched(playbackId, nowMs),
    learner,
    lastMs: nowMs,
    freshMs: nowMs,
    tracks: {
      picture: { coverage: nothingCovered(), freshSeconds: 0 },
      sound: { coverage: nothingCovered(), freshSeconds: 0 },
    },
  };
}

/**
 * Counts one request and says how many seconds it has to wait: 0 for whatever plays. What was
 * fetched before, in whatever quality, costs nothing: reloads and changes of quality are free, and
 * nothing new is in it.
 * @returns Infinity for a request that is to be refused; it is not counted as fetched
 */
export function countFetch(
  fetching: Fetching,
  fetch: SegmentFetch,
  pace: LessonPace,
  nowMs: number,
): number {
  const { learner } = fetching;
  reopen(fetching, fetch.playbackId, pace, nowMs);
  fetching.lastMs = nowMs;
  fetching.requests += 1;
  fetching.bareRequests += Number(fetch.isBare);
  const kind = fetch.folder.startsWith('audio') ? 'sound' : 'picture';
  const track = fetching.tracks[kind];
  if (fetch.number === 0 || isCovered(track.coverage, fetch.number)) return 0;
  const seconds = secondsOf(kind, pace);
  fetching.freshMs = nowMs;
  notePlaying(learner, fetch.playbackId, nowMs);
  const terms = settle(learner, pace, fetching.heardMs === null, nowMs);
  const beyondSeconds = learner.debts[kind].seconds + seconds - terms.atOnceSeconds;
  const waitSeconds = Math.max(0, beyondSeconds / terms.rate);
  if (waitSeconds > 0) {
    const askedSeconds = Math.min(waitSeconds, seconds / terms.rate);
    fetching.waitedSeconds += askedSeconds;
    press(learner, askedSeconds, nowMs);
  }
  if (waitSeconds > longestWaitSeconds) return Number.POSITIVE_INFINITY;
  owe(learner, kind, seconds, terms, nowMs);
  track.freshSeconds += seconds;
  cover(track.coverage, fetch.number);
  return waitSeconds;
}

/** Notes that the page of its playback session reported. */
export function hearPage(fetching: Fetching, atMs: number): void {
  const { learner } = fetching;
  fetching.heardMs = Math.max(fetching.heardMs ?? 0, atMs);
  learner.everHeardMs = Math.max(learner.everHeardMs ?? 0, atMs);
}

/** Whether more is fetched than a player holds, so that it is worth asking what its page told. */
export function isUnexplained(fetching: Fetching, pace: LessonPace, nowMs: number): boolean {
  const { learner } = fetching;
  settle(learner, pace, fetching.heardMs === null, nowMs);
  return learner.overSinceMs !== null && fetching.freshMs >= learner.overSinceMs;
}

/** Allows for the jumps that its page told of. @param seconds over which it jumped, in all */
export function hearJumps(
  fetching: Fetching,
  seconds: number,
  pace: LessonPace,
  nowMs: number,
): void {
  const { learner } = fetching;
  excuse(learner, seconds - fetching.excusedSeconds, pace);
  fetching.excusedSeconds = seconds;
  settle(learner, pace, fetching.heardMs === null, nowMs);
}

/** How sure it is that a lesson is downloaded and not watched; null for whatever looks like play. */
export function judgeFetching(
  fetching: Fetching,
  pace: LessonPace,
  nowMs: number,
): IncidentConfidence | null {
  const isOver = isUnexplained(fetching, pace, nowMs);
  const all = [
    isOver ? judgeOver(fetching, nowMs) : null,
    fetching.heardMs === null ? judgeSilent(fetching, pace, nowMs) : judgeWaiting(fetching),
  ];
  return all.reduce((worst, one) => (one !== null && isSurer(one, worst) ? one : worst), null);
}

/** Notes that it was recorded: who is suspected gets no more than a player holds for a while. */
export function noteRecorded(fetching: Fetching, as: IncidentConfidence, nowMs: number): void {
  fetching.recorded = as;
  if (as !== 'low') fetching.learner.suspected = { as, atMs: nowMs };
}

/** Adds what was counted while it was not known whose it is. */
export function joinFetching(
  fetching: Fetching,
  meanwhile: Fetching,
  pace: LessonPace,
  nowMs: number,
): void {
  const { learner } = fetching;
  reopen(fetching, meanwhile.playbackId, pace, nowMs);
  fetching.begunMs = Math.min(fetching.begunMs, meanwhile.begunMs);
  fetching.lastMs = meanwhile.lastMs;
  fetching.freshMs = Math.max(fetching.freshMs, meanwhile.freshMs);
  fetching.requests += meanwhile.requests;
  fetching.bareRequests += meanwhile.bareRequests;
  fetching.waitedSeconds += meanwhile.waitedSeconds;
  if (meanwhile.waitedSeconds > 0) press(learner, meanwhile.waitedSeconds, nowMs);
  if (meanwhile.heardMs !== null) hearPage(fetching, meanwhile.heardMs);
  notePlaying(learner, fetching.playbackId, nowMs);
  const terms = settle(learner, pace, fetching.heardMs === null, nowMs);
  for (const kind of ['picture', 'sound'] as const) {
    const track = fetching.tracks[kind];
    const added = coverAll(track.coverage, meanwhile.tracks[kind].coverage);
    const seconds = added * secondsOf(kind, pace);
    track.freshSeconds += seconds;
    owe(learner, kind, seconds, terms, nowMs);
  }
}

/** Media seconds that this playback session was the first to fetch. */
export function freshSecondsOf({ tracks }: Fetching): number {
  return Math.max(tracks.picture.freshSeconds, tracks.sound.freshSeconds);
}

export function isSurer(one: IncidentConfidence, than: IncidentConfidence | null): boolean {
  return than === null || incidentConfidences.indexOf(one) > incidentConfidences.indexOf(than);
}

function judgeSilent(
  fetching: Fetching,
  pace: LessonPace,
  nowMs: number,
): IncidentConfidence | null {
  const { begunMs, waitedSeconds, learner } = fetching;
  if (nowMs - begunMs < silentAfterMs) return null;
  if (waitedSeconds > 0 && learner.pressedSeconds >= pressedSeconds) return 'high';
  const wholeSeconds = pace.durationSeconds ?? Number.POSITIVE_INFINITY;
  const enoughSeconds = Math.min(pace.bufferingGoalSeconds, wholeSeconds) * 0.9;
  if (freshSecondsOf(fetching) < enoughSeconds) return null;
  return isBare(fetching) ? 'high' : 'low';
}

function judgeOver(fetching: Fetching, nowMs: number): IncidentConfidence | null {
  const { heardMs, learner } = fetching;
  const sinceMs = learner.overSinceMs ?? nowMs;
  const overMs = nowMs - sinceMs;
  const hasTold = heardMs !== null && heardMs - sinceMs >= tellsWithinMs;
  if (overMs >= overForMs && isBare(fetching)) return 'high';
  if (overMs >= overForMs && hasTold && !learner.isJumping) return 'medium';
  return overMs >= overUntoldMs ? 'low' : null;
}

function judgeWaiting({ waitedSeconds, learner }: Fetching): IncidentConfidence | null {
  const askedSeconds = waitedSeconds > 0 ? learner.pressedSeconds : 0;
  if (askedSeconds >= pressedForLongSeconds) return 'medium';
  return askedSeconds >= pressedWhileHeardSeconds ? 'low' : null;
}

function isBare({ requests, bareRequests }: Fetching): boolean {
  return bareRequests >= requests * 0.9;
}

function secondsOf(kind: Kind, pace: LessonPace): number {
  return kind === 'sound' ? soundSegmentSeconds : pace.pictureSegmentSeconds;
}

function nothingFetched(playbackId: string, nowMs: number) {
  return {
    playbackId,
    begunMs: nowMs,
    heardMs: null,
    requests: 0,
    bareRequests: 0,
    waitedSeconds: 0,
    excusedSeconds: 0,
    recorded: null,
  };
}

/**
 * Another playback session than before. Who leaves a place gives up what was held there; what the
 * learner owes and was asked to wait goes on. A page that never reported and opens anew is still the
 * same silence.
 */
function reopen(fetching: Fetching, playbackId: string, pace: LessonPace, nowMs: number): void {
  if (playbackId === fetching.playbackId) return;
  const { learner } = fetching;
  if (isHeardOf(learner, pace, nowMs)) excuse(learner, pace.bufferingGoalSeconds, pace);
  const isSameSilence = fetching.heardMs === null && nowMs - fetching.lastMs < sameSilenceMs;
  if (isSameSilence) {
    fetching.playbackId = playbackId;
    return;
  }
  for (const track of Object.values(fetching.tracks)) track.freshSeconds = 0;
  Object.assign(fetching, nothingFetched(playbackId, nowMs));
}
