/** Lines; bars beside one another; or parts of a whole on one another. */
export type ChartKind = 'line' | 'bars' | 'stack';

/** Of a series, one for each point; null where nothing is known. */
export type ChartValues = readonly (number | null)[];

/** Fewer known points than this make no line. */
const LEAST_OF_LINE = 4;
/** Pixels that a bar takes at most, and at least where its neighbours leave it room. */
const BAR_WIDTH = { most: 40, least: 12 } as const;
const SHARE_OF_SLOT = 0.8;

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

const round = (value: number) => Math.round(value * 10) / 10;

/** Lists the points of a line that stand between two gaps: a line of one point can't be seen. */
export function listLone(values: ChartValues): number[] {
  return values.flatMap((value, at) =>
    value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
      ? [at]
      : [],
  );
}

/** Tells whether too little is known for lines: hardly any points, or none beside another. */
function isSparse(all: readonly ChartValues[]): boolean {
  return (
    listKnown(all).length < LEAST_OF_LINE ||
    all.every((values) => listLone(values).length === listKnown([values]).length)
  );
}

/** Finds how a chart is drawn: lines of which too little is known are bars. */
export function findDrawnKind(kind: ChartKind, all: readonly ChartValues[]): ChartKind {
  return kind === 'line' && isSparse(all) ? 'bars' : kind;
}

/** Lists the spans of points of which nothing is known, from the first to the last of each. */
export function listGaps(all: readonly ChartValues[]): (readonly [from: number, to: number])[] {
  const count = Math.max(0, ...all.map((values) => values.length));
  const ends = [-1, ...listKnown(all), count];
  return ends.flatMap((end, at) => {
    const next = ends[at + 1];
    // A point alone is a stumble, and no span.
    return next === undefined || next - end <= 2 ? [] : [[end + 1, next - 1] as const];
  });
}

/** Lists the points of which any series knows a value. */
function listKnown(all: readonly ChartValues[]): number[] {
  const known = all.flatMap((values) => values.flatMap((value, at) => (value === null ? [] : at)));
  return [...new Set(known)].sort((a, b) => a - b);
}

/** Puts the parts of each point on one another, the first at the bottom. */
export function stackValues(
  all: readonly ChartValues[],
): (readonly [from: number, to: number] | null)[][] {
  const sums: number[] = [];
  return all.map((values) =>
    values.map((value, at) => {
      if (value === null) return null;
      const from = sums[at] ?? 0;
      sums[at] = from + value;
      return [from, from + value];
    }),
  );
}

/**
 * Finds how wide the bars of one point are together: most of its slot. Thin ones of a few points
 * reach into what is empty beside them.
 * @param of how many stand side by side
 */
export function findGroupWidth(all: readonly ChartValues[], slot: number, of: number): number {
  const known = listKnown(all);
  const apart = known.slice(1).map((at, index) => at - (known[index] ?? 0));
  const room = Math.min(...apart, all[0]?.length ?? 1) * slot * SHARE_OF_SLOT;
  return Math.max(
    Math.min(slot * SHARE_OF_SLOT, BAR_WIDTH.most * of),
    Math.min(room, BAR_WIDTH.least * of),
  );
}
