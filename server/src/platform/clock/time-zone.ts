/** Finds how far clocks of the zone are ahead of UTC at a moment, in milliseconds. */
export function findOffsetMs(ms: number, zone: string): number {
  const parts = new Map(
    writerOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return local - Math.floor(ms / 1000) * 1000;
}

const writers = new Map<string, Intl.DateTimeFormat>();

function writerOf(zone: string): Intl.DateTimeFormat {
  const known = writers.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  writers.set(zone, made);
  return made;
}
