import { randomUUID } from 'node:crypto';
import { type BodyOf, type endpoints, type PlaybackEventName, startParts } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import type { Span } from '../progress/watched.rules.ts';

/** One event of a playback, as it is kept. */
export interface TelemetryEvent {
  readonly id: string;
  readonly playbackSessionId: string;
  /** When the playback was opened: its events are stored together, whenever they arrive. */
  readonly openedAt: Date;
  readonly userId: string;
  readonly videoId: string;
  readonly event: PlaybackEventName;
  /** Seconds, as claimed. */
  readonly position: number;
  readonly duration: number;
  /** By the learner's clock. */
  readonly happenedAt: Date;
  readonly receivedAt: Date;
  readonly detail: Readonly<Record<string, string>>;
}

/** The store of events: a table here, a column store for very large numbers. */
export interface TelemetrySink {
  /**
   * Stores each event once. A sink in the same database writes in the transaction of the report; one
   * elsewhere may have stored events whose report is rolled back afterwards, and get them again.
   * @returns ids of those that were not known
   */
  writeEvents(trx: Trx, events: readonly TelemetryEvent[]): Promise<ReadonlySet<string>>;
  /** Adds to events of the same transaction which part of the video was watched up to them. */
  writeSeen(
    trx: Trx,
    events: readonly TelemetryEvent[],
    seen: readonly (Span | null)[],
  ): Promise<void>;
}

/** What an event measured, as claimed; null where it says nothing, or nothing possible. */
export interface EventMeasures {
  readonly startMs: number | null;
  /** Of `startParts`, all but the last, which is the rest of it. */
  readonly startParts: readonly number[] | null;
  readonly stallMs: number | null;
  readonly kbps: number | null;
  readonly frames: number | null;
  readonly droppedFrames: number | null;
}

/** Longer starts and stalls are given up, or are a laptop that slept. */
const mostMs = 600_000;
const mostKbps = 200_000;
/** Of four hours without a pause, at 60 in a second. */
const mostFrames = 1_000_000;

/** Reads what an event's details measured. */
export function readMeasures({
  event,
  detail,
}: Pick<TelemetryEvent, 'event' | 'detail'>): EventMeasures {
  const startMs = event === 'play' ? readCount(detail['startMs'], mostMs) : null;
  const frames = readCount(detail['frames'], mostFrames);
  const droppedFrames = readCount(detail['droppedFrames'], frames ?? 0);
  const isCounted = frames !== null && droppedFrames !== null;
  return {
    startMs,
    startParts: startMs === null ? null : readStartParts(detail, startMs),
    stallMs: event === 'rebuffer' ? readCount(detail['stallMs'], mostMs) : null,
    kbps: readCount(detail['kbps'], mostKbps),
    frames: isCounted ? frames : null,
    droppedFrames: isCounted ? droppedFrames : null,
  };
}

/** Reads all parts or none: a sum over some of them would say that the others cost nothing. */
function readStartParts(detail: TelemetryEvent['detail'], startMs: number): number[] | null {
  const told = startParts.slice(0, -1);
  const parts = told.flatMap((part) => readCount(detail[`${part}Ms`], startMs) ?? []);
  const isWhole = parts.length === told.length;
  return isWhole && parts.reduce((sum, ms) => sum + ms, 0) <= startMs ? parts : null;
}

function readCount(said: string | undefined, most: number): number | null {
  const count = said !== undefined && /^\d{1,9}$/.test(said) ? Number(said) : Number.NaN;
  return count <= most ? count : null;
}

type Report = BodyOf<typeof endpoints.videos.analytics>;
export type ReportedEvent = Omit<Extract<Report, { events: unknown }>['events'][number], never>;

/** Lists the events of both forms of the call, each id once; one event alone may have no id. */
export function listEvents(report: Report): ReportedEvent[] {
  if (!('events' in report)) {
    const { playbackSession: _, id = randomUUID(), ...event } = report;
    return [{ ...event, id }];
  }
  return dropRepeated(report.events);
}

/** Returns events in their order, each id once: the first. */
export function dropRepeated<Event extends { readonly id: string }>(
  events: readonly Event[],
): Event[] {
  return [...new Map(events.toReversed().map((event) => [event.id, event])).values()].toReversed();
}
