/** Where a moving mark stands: its centre, in percent of the picture. `watermark.ts` says when. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

/** Keeps a mark's text inside the picture. */
const EDGE = { left: 16, top: 10 };
const LEAST_MOVE = 20;
const SPREAD = 0.5;

/** A place that is clearly not `previous`; `random` gives numbers in [0, 1). */
export function nextPlace(previous: Place, random: () => number): Place {
  const left = EDGE.left + random() * (100 - 2 * EDGE.left);
  const top = EDGE.top + random() * (100 - 2 * EDGE.top);
  if (isFar(left - previous.left, top - previous.top)) return { left, top };
  // Half the picture away, around the edge: certain to be far, and as unforeseeable as the draw.
  return { left: around(left, EDGE.left), top: around(top, EDGE.top) };
}

function around(at: number, edge: number): number {
  const width = 100 - 2 * edge;
  return edge + ((at - edge + width * SPREAD) % width);
}

function isFar(x: number, y: number): boolean {
  return x * x + y * y >= LEAST_MOVE * LEAST_MOVE;
}
