import { computeFreshSeconds, type Fetching, type VideoPace } from './fetching.rules.ts';

/** Of the reference (SB-3): so many reports in a row are missing. */
const missedReports = 3;
/** A report comes by media time: at half speed it takes twice as long. */
const slowest = 0.5;
/** Two segments of at most six seconds, which a buffer may hold beyond its goal. */
const slackSeconds = 12;

/** What was fetched while the page of a playback session said nothing. */
export interface Silence {
  readonly silentSeconds: number;
  readonly mediaSeconds: number;
}

/**
 * Judges whether segments are fetched although the page that plays them has fallen silent: for longer
 * than three reports take, and more than a paused page could still put into its buffer.
 * @param listeningSinceMs since when reports could be received and read here: before, silence was ours
 * @returns null while it is no silence that means something
 */
export function judgeSilence(
  fetching: Fetching,
  pace: Pick<VideoPace, 'progressEverySeconds' | 'bufferingGoalSeconds'>,
  listeningSinceMs: number,
): Silence | null {
  const sinceMs = Math.max(fetching.lastReportMs ?? fetching.begunMs, listeningSinceMs);
  const silentSeconds = (fetching.freshMs - sinceMs) / 1000;
  if (silentSeconds < (missedReports * pace.progressEverySeconds) / slowest) return null;
  const mediaSeconds = computeFreshSeconds(fetching) - fetching.freshAtReportSeconds;
  if (mediaSeconds <= pace.bufferingGoalSeconds + slackSeconds) return null;
  return { silentSeconds: Math.round(silentSeconds), mediaSeconds: Math.round(mediaSeconds) };
}

/** Counts the requests without a player's and a browser's headers that were not recorded yet. */
export function countUnrecordedBare({ bareRequests, bareRecorded }: Fetching): number {
  return bareRequests - bareRecorded;
}
