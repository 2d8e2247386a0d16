import { readMeasures, type TelemetryEvent } from './telemetry.rules.ts';

/** A page measures its start once, and again each time that it had to reopen the video. */
const mostStarts = 3;
/** A stall without a length, or a shorter one, counts for as long: there can't be more of them. */
const leastStallMs = 250;
/** Clocks and reports that wait: so much may be told beyond the time that has passed. */
const slackMs = 600_000;

/** What one playback session told so far, by ids of events, which are sent again where an answer was lost. */
export interface ToldMeasures {
  readonly starts: Set<string>;
  readonly stalls: Set<string>;
  stallMs: number;
}

export function createToldMeasures(): ToldMeasures {
  return { starts: new Set(), stalls: new Set(), stallMs: 0 };
}

/**
 * Leaves out what can't have happened since a playback was opened: stalls that last longer in all,
 * and starts beyond a few. One learner must not decide what the figures say of all.
 */
export function keepPossible<Event extends TelemetryEvent>(
  told: ToldMeasures,
  events: readonly Event[],
  elapsedMs: number,
): Event[] {
  return events.filter((event) => {
    const { startMs, stallMs } = readMeasures(event);
    if (startMs !== null && !told.starts.has(event.id)) {
      if (told.starts.size >= mostStarts) return false;
      told.starts.add(event.id);
    }
    if (event.event !== 'rebuffer' || told.stalls.has(event.id)) return true;
    const sumMs = told.stallMs + Math.max(stallMs ?? 0, leastStallMs);
    if (sumMs > elapsedMs + slackMs) return false;
    told.stalls.add(event.id);
    told.stallMs = sumMs;
    return true;
  });
}
