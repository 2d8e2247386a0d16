import { type IncidentConfidence, incidentConfidences } from '@prahari/contract';
import {
  addDebt,
  addImposedWait,
  addUnpublished,
  computeMaxJumpedSeconds,
  computePaidSeconds,
  createFetchingLearner,
  excuse,
  type FetchedMedia,
  type FetchingLearner,
  hasReportedLately,
  type Kind,
  notePlaying,
  noteSuspicion,
  settle,
  type Terms,
  type VideoPace,
} from './allowance.rules.ts';
import {
  addToCoverage,
  type Coverage,
  createCoverage,
  isCovered,
  mergeCoverage,
} from './coverage.rules.ts';

export type { FetchingLearner, VideoPace } from './allowance.rules.ts';
export { createFetchingLearner } from './allowance.rules.ts';

/** One admitted request for a segment, by the folder and number of its path. */
export interface SegmentFetch {
  readonly playbackId: string;
  /** `v720` or `audio`; their segments differ in length. */
  readonly folder: string;
  /** From 1 along the video; 0 for the init segment. */
  readonly number: number;
  /** Whether it lacks what players and browsers send: CMCD and `Sec-Fetch-Site`. */
  readonly isBare: boolean;
}

/** Audio segments last two seconds in every video (decision 0037). */
export const soundSegmentSeconds = 2;

const sameSilenceMs = 60_000;
/** Longer waits are refused, because each holds a connection. */
const longestWaitSeconds = 10;
/** Segments of each kind that are sent before their learner is known. */
const unknownSegments = 2;
/** The longest wait of a segment for its learner to become known. */
const longestUnknownWaitSeconds = 3;
export interface Track {
  readonly coverage: Coverage;
  /** The part of it that is not published yet. */
  unpublished: Coverage;
  /** Fetched for the first time in this playback session. */
  freshSeconds: number;
  /** How many were fetched in total. */
  segments: number;
  /** How far ahead of time this video is, ignoring discards by jumps. */
  aheadSeconds: number;
  /** When each waiting segment may be sent, however often it is requested. */
  readonly dueMs: Map<number, number>;
}

/**
 * The fetches of one learner from one video, over all playback sessions: those of this process, and
 * those that other processes published.
 */
export interface Fetching {
  readonly learner: FetchingLearner;
  playbackId: string;
  begunMs: number;
  lastMs: number;
  /** When a segment was last requested that was not fetched before. */
  freshMs: number;
  /** When the page of this playback session last reported. */
  lastReportMs: number | null;
  requests: number;
  bareRequests: number;
  bareRecorded: number;
  /** Media seconds of this playback session when its page last reported. */
  freshAtReportSeconds: number;
  isSilenceRecorded: boolean;
  /** Waiting that was imposed in this playback session. */
  waitedSeconds: number;
  /** Reported jumps that were allowed for. */
  excusedSeconds: number;
  /** Seconds discarded by jumps within this video, over all playback sessions. */
  jumpedSeconds: number;
  /** Until when `aheadSeconds` was reduced by time. */
  aheadPaidMs: number;
  /** The confidence with which it was recorded; null when it was not. */
  recorded: IncidentConfidence | null;
  readonly tracks: Readonly<Record<Kind, Track>>;
}

export function beginFetching(
  playbackId: string,
  nowMs: number,
  learner: FetchingLearner = createFetchingLearner(nowMs),
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
  const [coverage, unpublished] = [createCoverage(), createCoverage()];
  return { coverage, unpublished, freshSeconds: 0, segments: 0, aheadSeconds: 0, dueMs: new Map() };
}

/**
 * Counts one request and returns how many seconds it must wait: 0 for a player. Segments that were
 * fetched before, in any quality, cost nothing: reloads and changes of quality bring nothing new. A
 * repeated request for a waiting segment waits for the rest of that time.
 * @param fetch.isUnknown whether the learner is not known yet: only the first segments are sent then
 * @returns Infinity for a request to be refused, which does not count as fetched
 */
export function countFetch(
  fetching: Fetching,
  fetch: SegmentFetch & { readonly isUnknown?: boolean },
  pace: VideoPace,
  nowMs: number,
): number {
  const { learner } = fetching;
  const { isUnknown = false } = fetch;
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
  const seconds = computeSegmentSeconds(kind, pace);
  fetching.freshMs = nowMs;
  notePlaying(learner, fetch.playbackId, nowMs);
  const terms = settle(learner, pace, fetching.lastReportMs === null, nowMs);
  const owedSeconds = learner.debts[kind].seconds + seconds;
  const media = { kind, seconds } as const;
  const waitSeconds = imposeWait(fetching, media, terms, nowMs);
  if (waitSeconds > longestWaitSeconds) return Number.POSITIVE_INFINITY;
  // Waiting for an unknown learner is not that learner's fault, so it is not counted above.
  const beginSeconds = isUnknown ? unknownSegments * seconds : Number.POSITIVE_INFINITY;
  const heldBackSeconds = Math.max(waitSeconds, (owedSeconds - beginSeconds) / terms.rate);
  if (isUnknown && heldBackSeconds > longestUnknownWaitSeconds) return Number.POSITIVE_INFINITY;
  addDebt(learner, media, terms, nowMs);
  addUnpublished(learner, media, nowMs);
  track.freshSeconds += seconds;
  payAhead(fetching, terms, nowMs);
  addSegment(track, fetch.number, seconds);
  addToCoverage(track.unpublished, fetch.number);
  noteDue(track, fetch.number, heldBackSeconds, nowMs);
  return heldBackSeconds;
}

/** Notes the wait that a segment costs. @returns seconds to wait */
export function imposeWait(
  fetching: Fetching,
  { kind, seconds }: FetchedMedia,
  terms: Terms,
  nowMs: number,
): number {
  const { learner } = fetching;
  const owedSeconds = learner.debts[kind].seconds + seconds;
  const waitSeconds = Math.max(0, (owedSeconds - terms.atOnceSeconds) / terms.rate);
  if (waitSeconds > 0) {
    const imposedSeconds = Math.min(waitSeconds, seconds / terms.rate);
    fetching.waitedSeconds += imposedSeconds;
    addImposedWait(learner, imposedSeconds, nowMs);
  }
  return waitSeconds;
}

/** Counts a segment as fetched. @param seconds by how much it puts the player ahead */
export function addSegment(track: Track, number: number, seconds: number): void {
  addToCoverage(track.coverage, number);
  track.segments += 1;
  track.aheadSeconds += seconds;
}

export function noteDue(track: Track, number: number, waitSeconds: number, nowMs: number): void {
  if (waitSeconds <= 0) return;
  for (const [waiting, atMs] of track.dueMs) if (atMs <= nowMs) track.dueMs.delete(waiting);
  const mostSeconds = Math.min(waitSeconds, longestWaitSeconds);
  track.dueMs.set(number, nowMs + mostSeconds * 1000);
}

export function payAhead(fetching: Fetching, { rate }: Terms, nowMs: number): void {
  const paidSeconds = (Math.max(0, nowMs - fetching.aheadPaidMs) / 1000) * rate;
  fetching.aheadPaidMs = Math.max(fetching.aheadPaidMs, nowMs);
  for (const track of Object.values(fetching.tracks)) {
    track.aheadSeconds = Math.max(0, track.aheadSeconds - paidSeconds);
  }
}

/** Notes a report of the page of the playback session. */
export function notePageReport(fetching: Fetching, atMs: number): void {
  const { learner } = fetching;
  const isLatest = atMs > (fetching.lastReportMs ?? 0);
  if (isLatest) fetching.freshAtReportSeconds = computeFreshSeconds(fetching);
  fetching.lastReportMs = Math.max(fetching.lastReportMs ?? 0, atMs);
  learner.lastReportMs = Math.max(learner.lastReportMs ?? 0, atMs);
}

/** Allows for reported jumps. @param seconds the sum of all distances */
export function allowForJumps(
  fetching: Fetching,
  seconds: number,
  pace: VideoPace,
  nowMs: number,
): void {
  const { learner } = fetching;
  const leftSeconds = Math.max(0, computeMaxJumpedSeconds(pace) - fetching.jumpedSeconds);
  const wantedSeconds = seconds - fetching.excusedSeconds;
  fetching.jumpedSeconds += excuse(learner, wantedSeconds, pace, leftSeconds);
  fetching.excusedSeconds = seconds;
  settle(learner, pace, fetching.lastReportMs === null, nowMs);
}

/** Notes that an incident was recorded: for a while a suspect gets no more than one buffer. */
export function noteRecorded(fetching: Fetching, as: IncidentConfidence, nowMs: number): void {
  fetching.recorded = as;
  noteSuspicion(fetching.learner, as, nowMs);
}

/**
 * Adds the fetches counted while the learner was unknown. Takes the elapsed time into account, so
 * that a learner who keeps playing is no further ahead than before.
 */
export function joinFetching(
  fetching: Fetching,
  meanwhile: Fetching,
  pace: VideoPace,
  nowMs: number,
): void {
  const { learner } = fetching;
  reopen(fetching, meanwhile.playbackId, pace, nowMs);
  fetching.begunMs = Math.min(fetching.begunMs, meanwhile.begunMs);
  fetching.lastMs = meanwhile.lastMs;
  fetching.freshMs = Math.max(fetching.freshMs, meanwhile.freshMs);
  fetching.requests += meanwhile.requests;
  fetching.bareRequests += meanwhile.bareRequests;
  fetching.bareRecorded += meanwhile.bareRecorded;
  fetching.waitedSeconds += meanwhile.waitedSeconds;
  if (meanwhile.waitedSeconds > 0) addImposedWait(learner, meanwhile.waitedSeconds, nowMs);
  if (meanwhile.lastReportMs !== null) notePageReport(fetching, meanwhile.lastReportMs);
  notePlaying(learner, fetching.playbackId, nowMs);
  const terms = settle(learner, pace, fetching.lastReportMs === null, nowMs);
  payAhead(fetching, terms, nowMs);
  const paidSeconds = computePaidSeconds(nowMs - meanwhile.begunMs);
  for (const kind of ['picture', 'sound'] as const) {
    const track = fetching.tracks[kind];
    const { coverage, unpublished, dueMs } = meanwhile.tracks[kind];
    const added = mergeCoverage(track.coverage, coverage);
    const seconds = added * computeSegmentSeconds(kind, pace);
    const unpaidSeconds = Math.max(0, seconds - paidSeconds);
    track.freshSeconds += seconds;
    track.segments += added;
    track.aheadSeconds += unpaidSeconds;
    for (const [number, atMs] of dueMs) track.dueMs.set(number, atMs);
    const unpaid = { kind, seconds: unpaidSeconds };
    addDebt(learner, unpaid, terms, nowMs);
    mergeCoverage(track.unpublished, unpublished);
    addUnpublished(learner, unpaid, nowMs);
  }
  const { recorded } = meanwhile;
  if (recorded !== null && isSurer(recorded, fetching.recorded)) {
    noteRecorded(fetching, recorded, nowMs);
  }
}

/** Returns the media seconds that this playback session was the first to fetch. */
export function computeFreshSeconds({ tracks }: Fetching): number {
  return Math.max(tracks.picture.freshSeconds, tracks.sound.freshSeconds);
}

export function isSurer(one: IncidentConfidence, than: IncidentConfidence | null): boolean {
  return than === null || incidentConfidences.indexOf(one) > incidentConfidences.indexOf(than);
}

export function computeSegmentSeconds(kind: Kind, pace: VideoPace): number {
  return kind === 'sound' ? soundSegmentSeconds : pace.pictureSegmentSeconds;
}

function nothingFetched(playbackId: string, nowMs: number) {
  return {
    playbackId,
    begunMs: nowMs,
    lastReportMs: null,
    requests: 0,
    bareRequests: 0,
    bareRecorded: 0,
    freshAtReportSeconds: 0,
    isSilenceRecorded: false,
    waitedSeconds: 0,
    excusedSeconds: 0,
    recorded: null,
  };
}

/**
 * Begins another playback session. Leaving a position discards its buffer; debts and waits of the
 * learner stay. A page that never reported stays silent although the video is opened again.
 */
export function reopen(
  fetching: Fetching,
  playbackId: string,
  pace: VideoPace,
  nowMs: number,
): void {
  if (playbackId === fetching.playbackId) return;
  const { learner } = fetching;
  if (hasReportedLately(learner, pace, nowMs)) excuse(learner, pace.bufferingGoalSeconds, pace);
  const isSameSilence = fetching.lastReportMs === null && nowMs - fetching.lastMs < sameSilenceMs;
  if (isSameSilence) {
    fetching.playbackId = playbackId;
    return;
  }
  for (const track of Object.values(fetching.tracks)) track.freshSeconds = 0;
  Object.assign(fetching, nothingFetched(playbackId, nowMs));
}
