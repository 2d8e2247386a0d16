/**
 * The position of a moving mark: its centre, in percent of the picture. `watermark.ts` decides
 * when.
 */
export interface Place {
  readonly left: number;
  readonly top: number;
}

/** Keeps a mark's text inside the picture, above captions and controls and below the title. */
const FIELD = { left: 16, top: 16, right: 84, bottom: 64 };
const LEAST_MOVE = 20;
const SPREAD = 0.5;

/** A place that is clearly not `previous`; `random` gives numbers in [0, 1). */
export function nextPlace(previous: Place, random: () => number): Place {
  const left = within(FIELD.left, FIELD.right, random());
  const top = within(FIELD.top, FIELD.bottom, random());
  if (isFar(left - previous.left, top - previous.top)) return { left, top };
  // Half the field away, around its edge: certain to be far, and as unforeseeable as the draw.
  return {
    left: around(left, FIELD.left, FIELD.right),
    top: around(top, FIELD.top, FIELD.bottom),
  };
}

function within(from: number, to: number, share: number): number {
  return from + share * (to - from);
}

function around(at: number, from: number, to: number): number {
  const width = to - from;
  return from + ((at - from + width * SPREAD) % width);
}

function isFar(x: number, y: number): boolean {
  return x * x + y * y >= LEAST_MOVE * LEAST_MOVE;
}
