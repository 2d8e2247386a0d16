import { type IncidentConfidence, incidentConfidences } from '@prahari/contract';
import {
  excuse,
  type FetchingLearner,
  graceSecondsOf,
  isHeardOf,
  type Kind,
  type LessonPace,
  mostJumpedSeconds,
  newLearner,
  notePlaying,
  owe,
  paidBy,
  press,
  settle,
  type Terms,
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

/** The sound has no key frames to spare: two seconds for every lesson (decision 0037). */
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
/** Segments of each kind that are sent before it is known whose they are. */
const unknownSegments = 2;
/** One that is asked for after the other waits no longer for that. */
const longestUnknownWaitSeconds = 3;
/**
 * Share of a lesson: a client that fetches so much faster than it can be watched has the lesson, or
 * searches in it.
 */
const wholeOfLesson = 0.9;
const muchOfLesson = 0.5;

interface Track {
  readonly coverage: Coverage;
  /** Fetched for the first time since the playback session was opened. */
  freshSeconds: number;
  /** Fetched at all. */
  segments: number;
  /** Of this lesson, beyond what time has paid. No jump gives it up. */
  aheadSeconds: number;
  /** Until when a segment has to wait that was asked for, however it is asked for again. */
  readonly dueMs: Map<number, number>;
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
  /** What jumps within this lesson gave up, over all playback sessions. */
  jumpedSeconds: number;
  /** Until when time has paid what is had of this lesson. */
  aheadPaidMs: number;
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
    jumpedSeconds: 0,
    aheadPaidMs: nowMs,
    tracks: { picture: emptyTrack(), sound: emptyTrack() },
  };
}

function emptyTrack(): Track {
  const coverage = nothingCovered();
  return { coverage, freshSeconds: 0, segments: 0, aheadSeconds: 0, dueMs: new Map() };
}

/**
 * Counts one request and returns how many seconds it has to wait: 0 for a player. What was fetched
 * before, in any quality, costs nothing: reloads and changes of quality are free, as they bring
 * nothing new. A request for a segment that already waits is asked to wait for the rest of that
 * time.
 * @param isUnknown whether its learner is not known yet: it then gets only what it needs to begin
 * @returns Infinity for a request that is to be refused; it is not counted as fetched
 */
export function countFetch(
  fetching: Fetching,
  fetch: SegmentFetch,
  pace: LessonPace,
  nowMs: number,
  isUnknown = false,
): number {
  const { learner } = fetching;
  reopen(fetching, fetch.playbackId, pace, nowMs);
  fetching.lastMs = nowMs;
  fetching.requests += 1;
  fetching.bareRequests += Number(fetch.isBare);
  const kind = fetch.folder.startsWith('audio') ? 'sound' : 'picture';
  const track = fetching.tracks[kind];
  if (fetch.number === 0) return 0;
  if (isCovered(track.coverage, fetch.number)) {
    return Math.max(0, (track.dueMs.get(fetch.number) ?? 0) - nowMs) / 1000;
  }
  const seconds = secondsOf(kind, pace);
  fetching.freshMs = nowMs;
  notePlaying(learner, fetch.playbackId, nowMs);
  const terms = settle(learner, pace, fetching.heardMs === null, nowMs);
  const owedSeconds = learner.debts[kind].seconds + seconds;
  const waitSeconds = Math.max(0, (owedSeconds - terms.atOnceSeconds) / terms.rate);
  if (waitSeconds > 0) {
    const askedSeconds = Math.min(waitSeconds, seconds / terms.rate);
    fetching.waitedSeconds += askedSeconds;
    press(learner, askedSeconds, nowMs);
  }
  if (waitSeconds > longestWaitSeconds) return Number.POSITIVE_INFINITY;
  // A learner is not accused of what the server does not know yet.
  const beginSeconds = isUnknown ? unknownSegments * seconds : Number.POSITIVE_INFINITY;
  const heldBackSeconds = Math.max(waitSeconds, (owedSeconds - beginSeconds) / terms.rate);
  if (isUnknown && heldBackSeconds > longestUnknownWaitSeconds) return Number.POSITIVE_INFINITY;
  owe(learner, kind, seconds, terms, nowMs);
  track.freshSeconds += seconds;
  payAhead(fetching, terms, nowMs);
  coverAnew(track, fetch.number, seconds);
  if (heldBackSeconds > 0) {
    for (const [number, atMs] of track.dueMs) if (atMs <= nowMs) track.dueMs.delete(number);
    track.dueMs.set(fetch.number, nowMs + heldBackSeconds * 1000);
  }
  return heldBackSeconds;
}

function coverAnew(track: Track, number: number, seconds: number): void {
  cover(track.coverage, number);
  track.segments += 1;
  track.aheadSeconds += seconds;
}

function payAhead(fetching: Fetching, { rate }: Terms, nowMs: number): void {
  const paidSeconds = (Math.max(0, nowMs - fetching.aheadPaidMs) / 1000) * rate;
  fetching.aheadPaidMs = Math.max(fetching.aheadPaidMs, nowMs);
  for (const track of Object.values(fetching.tracks)) {
    track.aheadSeconds = Math.max(0, track.aheadSeconds - paidSeconds);
  }
}

/** Notes that the page of its playback session reported. */
export function hearPage(fetching: Fetching, atMs: number): void {
  const { learner } = fetching;
  fetching.heardMs = Math.max(fetching.heardMs ?? 0, atMs);
  learner.everHeardMs = Math.max(learner.everHeardMs ?? 0, atMs);
}

/**
 * Tells whether more is fetched than a player holds, so that it is worth asking what its page told.
 */
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
  const leftSeconds = Math.max(0, mostJumpedSeconds(pace) - fetching.jumpedSeconds);
  const wantedSeconds = seconds - fetching.excusedSeconds;
  fetching.jumpedSeconds += excuse(learner, wantedSeconds, pace, leftSeconds);
  fetching.excusedSeconds = seconds;
  settle(learner, pace, fetching.heardMs === null, nowMs);
}

/**
 * Judges how sure it is that a lesson is downloaded and not watched; null for requests that look
 * like play.
 */
export function judgeFetching(
  fetching: Fetching,
  pace: LessonPace,
  nowMs: number,
): IncidentConfidence | null {
  const isOver = isUnexplained(fetching, pace, nowMs);
  const all = [
    isOver ? judgeOver(fetching, nowMs) : null,
    judgeAhead(fetching, pace, nowMs),
    fetching.heardMs === null ? judgeSilent(fetching, pace, nowMs) : judgeWaiting(fetching),
  ];
  return all.reduce((worst, one) => (one !== null && isSurer(one, worst) ? one : worst), null);
}

/** Notes that it was recorded: a suspected client gets no more than a player holds for a while. */
export function noteRecorded(fetching: Fetching, as: IncidentConfidence, nowMs: number): void {
  fetching.recorded = as;
  if (as !== 'low') fetching.learner.suspected = { as, atMs: nowMs };
}

/**
 * Adds what was counted while the learner was not known. Where that took long, time has paid
 * meanwhile: a learner who plays on owes no more than before.
 */
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
  payAhead(fetching, terms, nowMs);
  const paidSeconds = paidBy(nowMs - meanwhile.begunMs);
  for (const kind of ['picture', 'sound'] as const) {
    const track = fetching.tracks[kind];
    const { coverage, dueMs } = meanwhile.tracks[kind];
    const added = coverAll(track.coverage, coverage);
    const seconds = added * secondsOf(kind, pace);
    const unpaidSeconds = Math.max(0, seconds - paidSeconds);
    track.freshSeconds += seconds;
    track.segments += added;
    track.aheadSeconds += unpaidSeconds;
    for (const [number, atMs] of dueMs) track.dueMs.set(number, atMs);
    owe(learner, kind, unpaidSeconds, terms, nowMs);
  }
  const { recorded } = meanwhile;
  if (recorded !== null && isSurer(recorded, fetching.recorded)) {
    noteRecorded(fetching, recorded, nowMs);
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

/**
 * Judges what was fetched of one lesson beyond what a player holds, the grace and twice the speed
 * bring, without regard to jumps. A learner at twice the speed has that grace as a margin, and one
 * who jumps has it for each place until much of the lesson was fetched for the first time.
 */
function judgeAhead(
  fetching: Fetching,
  pace: LessonPace,
  nowMs: number,
): IncidentConfidence | null {
  const { learner, tracks, heardMs } = fetching;
  if (pace.durationSeconds === null) return null;
  const terms = settle(learner, pace, heardMs === null, nowMs);
  payAhead(fetching, terms, nowMs);
  const mostSeconds = terms.heldSeconds + graceSecondsOf(pace);
  const parts = (['picture', 'sound'] as const)
    .filter((kind) => tracks[kind].aheadSeconds > mostSeconds)
    .map((kind) => tracks[kind].segments * secondsOf(kind, pace));
  const part = Math.max(0, ...parts) / pace.durationSeconds;
  if (part >= wholeOfLesson) return 'medium';
  return part >= muchOfLesson ? 'low' : null;
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
 * Begins another playback session. Leaving a place gives up what was held there; what the learner
 * owes and was asked to wait goes on. For a page that never reported, opening the lesson again does
 * not end its silence.
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
