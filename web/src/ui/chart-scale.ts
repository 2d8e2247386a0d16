/** Of which the steps of an axis are round multiples, with their tens. */
const FACTORS = [1, 2, 2.5, 5];

interface TickWishes {
  /** So many steps at most, two at least where they can be. */
  readonly steps: number;
  readonly isWhole: boolean;
  /** Writes a value as the axis shows it. */
  readonly format: (value: number) => string;
}

/**
 * Chooses where a chart of figures from zero up has its lines, the lowest first: the figures as they
 * are written are not rounded, and the axis ends close above the highest.
 */
export function listTicks(most: number, { steps, isWhole, format }: TickWishes): number[] {
  // Without any figure an axis still has two ends.
  if (most <= 0) return [0, 1];
  const reach = isWhole ? Math.max(1, most) : most;
  const size = 10 ** Math.floor(Math.log10(reach));
  const scales = [size / 10, size, size * 10]
    .flatMap((tens) => FACTORS.map((factor) => clean(factor * tens)))
    .filter((step) => !isWhole || Number.isInteger(step))
    .map((step) => listMultiples(step, reach))
    .filter((ticks) => ticks.length <= steps + 1)
    .map((ticks) => ({
      ticks,
      misses: [
        ticks.every((tick) => isExact(tick, format(tick))) ? 0 : 1,
        ticks.length > 2 ? 0 : 1,
        ticks.at(-1) ?? 0,
        Math.abs(ticks.length - steps),
      ],
    }));
  return scales.sort((one, other) => compareLists(one.misses, other.misses))[0]?.ticks ?? [0, 1];
}

function listMultiples(step: number, reach: number): number[] {
  const count = Math.max(1, Math.ceil(reach / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, at) => clean(at * step));
}

/** Products of 0.1 are no round figures. */
const clean = (value: number) => Number(value.toPrecision(12));

/** Tells whether a text shows a figure as it is, in any unit: both have the same digits. */
function isExact(value: number, text: string): boolean {
  return listDigits(value.toFixed(12)) === listDigits(text);
}

const listDigits = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');

function compareLists(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

/**
 * Chooses which of the points along an axis are named: those of the lowest rank that leaves no more
 * than there is room for; without such, evenly and with the last among them.
 * @param ranks one for each point; higher ones are landmarks among them
 */
export function listNamed(ranks: readonly number[], room: number): Set<number> {
  for (const least of [...new Set(ranks)].sort((a, b) => a - b)) {
    const named = ranks.flatMap((rank, at) => (rank >= least ? [at] : []));
    if (named.length <= room && named.length > 1) return new Set(named);
  }
  const every = Math.max(1, Math.ceil(ranks.length / Math.max(1, room)));
  const named = new Set<number>();
  for (let at = ranks.length - 1; at >= 0; at -= every) named.add(at);
  return named;
}

/** Finds the point that is nearest to a place along an axis. */
export function findNearest(x: number, count: number, width: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((x / Math.max(1, width)) * count)));
}
