import { type IncidentConfidence, incidentConfidences } from '@prahari/contract';

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

/** What is known of the lesson and the policy. */
export interface LessonPace {
  readonly bufferingGoalSeconds: number;
  /** Of the lesson's own time, between two reports of a page. */
  readonly progressEverySeconds: number;
  readonly pictureSegmentSeconds: number;
  /** Null until it was read. */
  readonly durationSeconds: number | null;
}

/** The sound has no key frames to spare: two seconds for every lesson (decision 0050). */
export const soundSegmentSeconds = 2;

/** More than players play at: twice the speed, and some to fill up their buffer meanwhile. */
const heardRate = 3;
const unheardRate = 2.5;
/** What is taken for a download gets no more than a lesson takes at its own speed. */
const suspectedRate = 1;
/** Buffers that may be filled in a row without waiting: a learner looks for a place. */
const buffersAtOnce = 10;
/** The same while the page has said nothing: what it needs to begin, a jump, and some to spare. */
const buffersUnheard = 2;
const spareSeconds = 30;
/** Reports that may be lost in a row, at half the speed. */
const missedReports = 6;
/** A page reports when its lesson is loaded: one that is silent for so long is none, or is cut off. */
const silentAfterMs = 15_000;
const sameSilenceMs = 60_000;
/** Of waiting that was asked for: nothing that plays comes near. */
const pressedSeconds = 3;
/** DX-1 of common rules against exfiltration: five minutes faster than play. */
const pressedForLongSeconds = 300;
/** Longer waits are refused: each holds a connection. */
const longestWaitSeconds = 10;
/** Segments of 18 hours at two seconds; what lies behind always costs. */
const mostNumber = 32_768;

interface Track {
  covered: Uint8Array;
  /** Media seconds that were fetched and not yet allowed for by time. */
  debtSeconds: number;
  debtAtMs: number;
  /** Fetched for the first time since the playback session was opened. */
  freshSeconds: number;
}

/** What one learner fetches of one lesson, over all playback sessions of this process. */
export interface Fetching {
  playbackId: string;
  begunMs: number;
  lastMs: number;
  /** When the page of this playback session last reported. */
  heardMs: number | null;
  /** When one of this or an earlier one did. */
  everHeardMs: number | null;
  requests: number;
  bareRequests: number;
  /** Waiting that was asked for in this playback session. */
  pressedSeconds: number;
  /** As which it was recorded. */
  recorded: IncidentConfidence | null;
  readonly tracks: Map<string, Track>;
}

export function beginFetching(playbackId: string, nowMs: number): Fetching {
  return {
    playbackId,
    begunMs: nowMs,
    lastMs: nowMs,
    heardMs: null,
    everHeardMs: null,
    requests: 0,
    bareRequests: 0,
    pressedSeconds: 0,
    recorded: null,
    tracks: new Map(),
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
  if (fetch.playbackId !== fetching.playbackId) reopen(fetching, fetch.playbackId, nowMs);
  fetching.lastMs = nowMs;
  fetching.requests += 1;
  fetching.bareRequests += Number(fetch.isBare);
  const kind = fetch.folder.startsWith('audio') ? 'sound' : 'picture';
  const track = trackOf(fetching, kind, nowMs);
  if (fetch.number === 0 || isCovered(track, fetch.number)) return 0;
  const seconds = kind === 'sound' ? soundSegmentSeconds : pace.pictureSegmentSeconds;
  const { atOnceSeconds, rate } = allowanceOf(fetching, pace, nowMs);
  const passedSeconds = Math.max(0, nowMs - track.debtAtMs) / 1000;
  const debt = Math.max(0, track.debtSeconds - passedSeconds * rate);
  track.debtAtMs = nowMs;
  const waitSeconds = Math.max(0, (debt + seconds - atOnceSeconds) / rate);
  fetching.pressedSeconds += Math.min(waitSeconds, seconds / rate);
  if (waitSeconds > longestWaitSeconds) {
    track.debtSeconds = debt;
    return Number.POSITIVE_INFINITY;
  }
  track.debtSeconds = debt + seconds;
  track.freshSeconds += seconds;
  cover(track, fetch.number);
  return waitSeconds;
}

/** Notes that the page of its playback session reported. */
export function hearPage(fetching: Fetching, atMs: number): void {
  fetching.heardMs = Math.max(fetching.heardMs ?? 0, atMs);
  fetching.everHeardMs = Math.max(fetching.everHeardMs ?? 0, atMs);
}

/** How sure it is that a lesson is downloaded and not watched; null for whatever looks like play. */
export function judgeFetching(
  fetching: Fetching,
  pace: LessonPace,
  nowMs: number,
): IncidentConfidence | null {
  const { heardMs, begunMs, requests, bareRequests } = fetching;
  if (heardMs !== null) return fetching.pressedSeconds >= pressedForLongSeconds ? 'medium' : null;
  if (nowMs - begunMs < silentAfterMs) return null;
  if (fetching.pressedSeconds >= pressedSeconds) return 'high';
  const wholeSeconds = pace.durationSeconds ?? Number.POSITIVE_INFINITY;
  const enoughSeconds = Math.min(pace.bufferingGoalSeconds, wholeSeconds) * 0.9;
  if (freshSecondsOf(fetching) < enoughSeconds) return null;
  return bareRequests >= requests * 0.9 ? 'high' : 'low';
}

/** Media seconds that this playback session was the first to fetch. */
export function freshSecondsOf({ tracks }: Fetching): number {
  return Math.max(0, ...[...tracks.values()].map(({ freshSeconds }) => freshSeconds));
}

export function isSurer(one: IncidentConfidence, than: IncidentConfidence | null): boolean {
  return than === null || incidentConfidences.indexOf(one) > incidentConfidences.indexOf(than);
}

function allowanceOf(
  { everHeardMs, recorded }: Fetching,
  { bufferingGoalSeconds, progressEverySeconds }: LessonPace,
  nowMs: number,
): { atOnceSeconds: number; rate: number } {
  const heardForMs = missedReports * progressEverySeconds * 1000;
  const isHeard = everHeardMs !== null && nowMs - everHeardMs <= heardForMs;
  if (isHeard) {
    return { atOnceSeconds: Math.max(60, bufferingGoalSeconds) * buffersAtOnce, rate: heardRate };
  }
  const rate = recorded === 'high' ? suspectedRate : unheardRate;
  return { atOnceSeconds: bufferingGoalSeconds * buffersUnheard + spareSeconds, rate };
}

/** A page that never reported and opens anew is still the same silence. */
function reopen(fetching: Fetching, playbackId: string, nowMs: number): void {
  const isSameSilence = fetching.heardMs === null && nowMs - fetching.lastMs < sameSilenceMs;
  if (isSameSilence) {
    fetching.playbackId = playbackId;
    return;
  }
  const { tracks, everHeardMs } = fetching;
  for (const track of tracks.values()) track.freshSeconds = 0;
  Object.assign(fetching, beginFetching(playbackId, nowMs), { tracks, everHeardMs });
}

function trackOf({ tracks }: Fetching, kind: string, nowMs: number): Track {
  const known = tracks.get(kind);
  if (known) return known;
  const track = { covered: new Uint8Array(128), debtSeconds: 0, debtAtMs: nowMs, freshSeconds: 0 };
  tracks.set(kind, track);
  return track;
}

function isCovered({ covered }: Track, number: number): boolean {
  return (((covered[number >> 3] ?? 0) >> (number & 7)) & 1) === 1;
}

function cover(track: Track, number: number): void {
  if (number >= mostNumber) return;
  const at = number >> 3;
  if (at >= track.covered.length) {
    const grown = new Uint8Array(Math.max(at + 1, track.covered.length * 2));
    grown.set(track.covered);
    track.covered = grown;
  }
  track.covered[at] = (track.covered[at] ?? 0) | (1 << (number & 7));
}
