import type { PlaybackEventName } from '@prahari/contract';

/** From and to, in seconds of the video. */
export type Span = readonly [from: number, to: number];

/** What a user has watched of one video, and the base for judging the next report. */
export interface Watched {
  /** Apart from each other, the earliest first. */
  readonly spans: readonly Span[];
  /** The last event; null before the first. Milliseconds by the learner's clock. */
  readonly last: {
    readonly playbackSessionId: string;
    readonly position: number;
    readonly happenedAtMs: number;
    readonly isPlaying: boolean;
  } | null;
  /** When the last report arrived, by the server's clock; 0 before the first. */
  readonly heardAtMs: number;
  /** Seconds that may be counted beyond the elapsed time. */
  readonly creditSeconds: number;
}

export const nothingWatched: Watched = { spans: [], last: null, heardAtMs: 0, creditSeconds: 0 };

/** A video counts as completed when this share of it was watched (specification: 90 %). */
export const completedShare = 0.9;

/** The player's highest speed. */
const fastest = 2;
/** Positions are reported in whole seconds, and slightly late. */
const slackSeconds = 2;
/** Reports arrive unevenly: time missing in one may be counted in the next. */
const mostCreditSeconds = 60;
/** For learners who jump about; the shortest spans are dropped. */
const mostSpans = 300;
/** Spans that touch but for rounding are one. */
const touchSeconds = 1;

const quiet: ReadonlySet<PlaybackEventName> = new Set(['pause', 'ended', 'error']);

/** Tells whether something plays after this event. */
export function isPlayingAfter(event: PlaybackEventName): boolean {
  return !quiet.has(event);
}

/** One event of a report, in the order in which they happened. */
export interface WatchEvent {
  readonly event: PlaybackEventName;
  readonly position: number;
  readonly happenedAt: Date;
  /** Such as `from`, where a jump began. */
  readonly detail: Readonly<Record<string, string>>;
}

export interface WatchReport {
  readonly playbackSessionId: string;
  readonly openedAt: Date;
  readonly events: readonly WatchEvent[];
  readonly durationSeconds: number;
  readonly now: Date;
  /** Whether it happened without a connection, and could only be told later. */
  readonly isLate?: boolean;
}

/**
 * Returns what was seen after one more report, and `seen`: the part that each of its events adds, null
 * where it adds none. A claim of having been somewhere is not seeing:
 * between two events that lie in play, as much counts as the player's highest speed allows, by the
 * learner's clock from event to event, and by the server's clock in all. Of what happened without a
 * connection, which arrives in parts long afterwards, the learner's clock counts in all, too.
 */
export function computeWatched(
  before: Watched,
  report: WatchReport,
): { readonly watched: Watched; readonly seen: readonly (Span | null)[] } {
  const { playbackSessionId, durationSeconds, now } = report;
  let last = before.last?.playbackSessionId === playbackSessionId ? before.last : null;
  const openedAtMs = report.openedAt.getTime();
  const sinceMs = report.isLate
    ? (last?.happenedAtMs ?? openedAtMs)
    : Math.max(before.heardAtMs, openedAtMs);
  const untilMs = (report.isLate ? report.events.at(-1)?.happenedAt : now)?.getTime() ?? sinceMs;
  const elapsedSeconds = Math.max(0, (untilMs - sinceMs) / 1000);
  let allowed = before.creditSeconds + slackSeconds + elapsedSeconds * fastest;
  const seen: (Span | null)[] = [];
  for (const event of report.events) {
    const happenedAtMs = event.happenedAt.getTime();
    const to = seenUntil(event);
    let span: Span | null = null;
    if (last?.isPlaying && to !== null) {
      const seconds = to - last.position;
      const possible = ((happenedAtMs - last.happenedAtMs) / 1000) * fastest + slackSeconds;
      if (seconds > 0 && seconds <= Math.min(possible, allowed)) {
        span = within([last.position, to], durationSeconds);
        allowed -= seconds;
      }
    }
    seen.push(span);
    const { position } = event;
    last = { playbackSessionId, position, happenedAtMs, isPlaying: isPlayingAfter(event.event) };
  }
  const watched = {
    spans: joinSpans([...before.spans, ...seen.filter((span) => span !== null)]),
    last: last ?? before.last,
    heardAtMs: now.getTime(),
    creditSeconds: Math.min(Math.max(0, allowed - slackSeconds), mostCreditSeconds),
  };
  return { watched, seen };
}

/** Tells whether nine tenths were seen; of a video without a length, nothing is. */
export function isCompleted({ spans }: Pick<Watched, 'spans'>, durationSeconds: number): boolean {
  return durationSeconds > 0 && sumSeconds(spans) >= durationSeconds * completedShare;
}

/** Sums the seconds of spans that do not overlap. */
export function sumSeconds(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Returns where what led to an event ends: a jump's own place was not played to. */
function seenUntil({ event, position, detail }: WatchEvent): number | null {
  if (event !== 'seek') return position;
  const from = Number.parseFloat(detail['from'] ?? '');
  return Number.isFinite(from) ? from : null;
}

function within([from, to]: Span, durationSeconds: number): Span {
  const inside = (at: number) => Math.min(Math.max(at, 0), durationSeconds);
  return [inside(from), inside(to)];
}

/** Joins the spans into as few as there can be. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const previous = result.at(-1);
    if (previous && from <= previous[1] + touchSeconds) {
      result[result.length - 1] = [previous[0], Math.max(previous[1], to)];
    } else if (to > from) result.push([from, to]);
  }
  if (result.length <= mostSpans) return result;
  const longest = result.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, mostSpans);
  return longest.toSorted((a, b) => a[0] - b[0]);
}
