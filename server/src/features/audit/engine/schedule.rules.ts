import { findOffsetMs } from '../../../platform/clock/time-zone.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** At night, when few learn. */
const scanHour = 3;

/**
 * Says when the next audit of the schedule is due: three o'clock at night in the time zone of
 * reports, a day or a week after the last one; the coming night where there was none.
 */
export function findNextScan(schedule: {
  readonly now: Date;
  /** The start of the last scheduled audit. */
  readonly last: Date | null;
  readonly isDaily: boolean;
  readonly timeZone: string;
}): Date {
  const { now, last, isDaily, timeZone } = schedule;
  const gapMs = (isDaily ? 1 : 7) * dayMs;
  // An hour less: a scan that began late in one night must not move the next by a day.
  const from = last === null ? now : new Date(last.getTime() + gapMs - hourMs);
  const offsetMs = findOffsetMs(from.getTime(), timeZone);
  const local = from.getTime() + offsetMs;
  const night = Math.floor(local / dayMs) * dayMs + scanHour * hourMs;
  const next = night >= local ? night : night + dayMs;
  // The clock may be changed in between.
  return new Date(next - findOffsetMs(next - offsetMs, timeZone));
}
