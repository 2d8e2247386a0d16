import { readMeasures, type TelemetryEvent } from './telemetry.rules.ts';

/** A page measures its start once, and again each time that it had to reopen the video. */
const mostStarts = 3;
/** A copy is opened again and again, but no more often than this. */
const msBetweenStartsOfCopy = 600_000;
/** A stall without a length, or a shorter one, counts for as long: there can't be more of them. */
const leastStallMs = 250;
/** Their ids are remembered. */
const mostStalls = 2000;
/** Clocks and reports that wait: so much may be told beyond the time that has passed. */
const slackMs = 600_000;
/** At 60 in a second and the highest speed; the usual 25 leave room for events that come again. */
const mostFramesPerMs = 0.12;
/** Only time that has passed shows pictures, and a player says late how many. */
const frameSlackMs = 10_000;

/** What one playback session told so far, by ids of events, which are sent again where an answer was lost. */
export interface ToldMeasures {
  readonly starts: Set<string>;
  readonly stalls: Set<string>;
  stallMs: number;
  /** Those of events that come again are counted again. */
  frames: number;
}

export function createToldMeasures(): ToldMeasures {
  return { starts: new Set(), stalls: new Set(), stallMs: 0, frames: 0 };
}

/**
 * Leaves out what can't have happened since a playback was opened: stalls that last longer in all,
 * starts beyond a few, and more pictures than there was time for. One learner must not decide what
 * the figures say of all.
 * @param passed since the playback was opened; `isCopy` if it may have been opened again since then
 */
export function keepPossible<Event extends TelemetryEvent>(
  told: ToldMeasures,
  events: readonly Event[],
  passed: { readonly ms: number; readonly isCopy: boolean },
): Event[] {
  return events
    .filter(
      (event) => hasPossibleStart(told, event, passed) && isPossibleStall(told, event, passed),
    )
    .map((event) => withPossibleFrames(told, event, passed.ms));
}

function hasPossibleStart(
  told: ToldMeasures,
  event: TelemetryEvent,
  { ms, isCopy }: { readonly ms: number; readonly isCopy: boolean },
): boolean {
  if (readMeasures(event).startMs === null || told.starts.has(event.id)) return true;
  const most = mostStarts + (isCopy ? Math.floor(ms / msBetweenStartsOfCopy) : 0);
  if (told.starts.size >= most) return false;
  told.starts.add(event.id);
  return true;
}

function isPossibleStall(
  told: ToldMeasures,
  event: TelemetryEvent,
  { ms }: { readonly ms: number },
): boolean {
  if (event.event !== 'rebuffer' || told.stalls.has(event.id)) return true;
  const sumMs = told.stallMs + Math.max(readMeasures(event).stallMs ?? 0, leastStallMs);
  if (sumMs > ms + slackMs || told.stalls.size >= mostStalls) return false;
  told.stalls.add(event.id);
  told.stallMs = sumMs;
  return true;
}

/** The event itself stays: it says where the learner is. */
function withPossibleFrames<Event extends TelemetryEvent>(
  told: ToldMeasures,
  event: Event,
  passedMs: number,
): Event {
  const { frames } = readMeasures(event);
  if (frames === null) return event;
  const sum = told.frames + frames;
  if (sum <= (passedMs + frameSlackMs) * mostFramesPerMs) {
    told.frames = sum;
    return event;
  }
  const { frames: _frames, droppedFrames: _droppedFrames, ...detail } = event.detail;
  return { ...event, detail };
}
