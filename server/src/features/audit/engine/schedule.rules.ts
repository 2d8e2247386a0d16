const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** At night, when few learn. */
const scanHour = 3;

/** How far a time zone is ahead of UTC at a moment, in ms. */
function readOffsetMs(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const asUtc = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
  return asUtc - Math.floor(at.getTime() / 1000) * 1000;
}

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
  const offsetMs = readOffsetMs(from, timeZone);
  const local = from.getTime() + offsetMs;
  const night = Math.floor(local / dayMs) * dayMs + scanHour * hourMs;
  return new Date((night >= local ? night : night + dayMs) - offsetMs);
}
