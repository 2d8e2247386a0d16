/** Where a chart of figures from zero up has its lines, the lowest first. */
export function listTicks(most: number, count: number, isWhole: boolean): number[] {
  // Without any figure an axis still has two ends.
  if (most <= 0) return [0, 1];
  const step = findStep(most / count, isWhole);
  const steps = Math.max(1, Math.ceil(most / step - 1e-9));
  // Multiplied, because sums of 0.1 are no round figures.
  return Array.from({ length: steps + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** The next of 1, 2, 5, 10, 20 … that is no smaller. */
function findStep(least: number, isWhole: boolean): number {
  const wanted = isWhole ? Math.max(1, least) : Math.max(1e-9, least);
  const size = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5, 10].find((one) => one * size >= wanted * (1 - 1e-9)) ?? 10;
  return factor * size;
}

/**
 * Chooses which of the points along an axis are named: the roundest for which there is room, or where
 * they have no ranks, every so many with the last among them.
 * @param ranks how round each point is, zero for those that are not
 */
export function listNamed(ranks: readonly number[], room: number): Set<number> {
  const most = Math.max(1, room);
  for (const rank of [...new Set(ranks)].sort((one, other) => one - other)) {
    const round = ranks.flatMap((one, at) => (one >= rank ? [at] : []));
    // One name alone says nothing of the length of the axis.
    if (round.length <= most && (round.length > 1 || ranks.length === 1)) return new Set(round);
  }
  const every = Math.max(1, Math.ceil(ranks.length / most));
  const named = new Set<number>();
  for (let at = ranks.length - 1; at >= 0; at -= every) named.add(at);
  return named;
}

/** Lists the spans, by their first and last points, of which nothing is known in any series. */
export function listGaps(
  series: readonly (readonly (number | null)[])[],
): (readonly [number, number])[] {
  const gaps: (readonly [number, number])[] = [];
  const count = series[0]?.length ?? 0;
  let from: number | null = null;
  for (let at = 0; at <= count; at += 1) {
    const isUnknown = at < count && series.every((values) => (values[at] ?? null) === null);
    if (isUnknown) from ??= at;
    else if (from !== null) {
      if (at - from > 1) gaps.push([from, at - 1]);
      from = null;
    }
  }
  return gaps;
}

/** Adds up the series of each point from the first on: where the next one begins in a stack. */
export function stackUp(series: readonly (readonly (number | null)[])[]): number[][] {
  const sums = (series[0] ?? []).map(() => 0);
  return series.map((values) => {
    const before = [...sums];
    for (const [at, value] of values.entries()) sums[at] = (sums[at] ?? 0) + (value ?? 0);
    return before;
  });
}

/** Finds the point that is nearest to a place along an axis. */
export function findNearest(x: number, count: number, width: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((x / Math.max(1, width)) * count)));
}

/** Draws a line through what is known: a gap where it isn't. */
export function drawLine(places: readonly (readonly [number, number] | null)[]): string {
  let isOpen = false;
  let path = '';
  for (const place of places) {
    if (place === null) {
      isOpen = false;
      continue;
    }
    path += `${isOpen ? 'L' : 'M'}${round(place[0])} ${round(place[1])}`;
    isOpen = true;
  }
  return path;
}

/** Lists the points of a line that stand between two gaps: a line of one point can't be seen. */
export function listLone(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, at) =>
    value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
      ? [at]
      : [],
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
