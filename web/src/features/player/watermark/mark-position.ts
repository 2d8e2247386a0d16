/**
 * The position of a moving mark: its centre, in percent of the picture. `watermark.ts` decides
 * when.
 */
export interface Place {
  readonly left: number;
  readonly top: number;
}

/**
 * Keeps a mark's text inside the picture, above captions and controls, and below the title and the
 * marks in the upper corners.
 */
const FIELD = { left: 16, top: 22, right: 84, bottom: 64 };
const LEAST_MOVE = 20;
const SPREAD = 0.5;

/** After these a mark lies over another one for a while rather than stay where it is. */
const MOST_TRIES = 24;
/** Of the middles of two lines, in percent of a picture of 16:9; with their shadows. */
const LINE_APART = 4;

/** Whether two lines do not overlap whose middles are there; `width` is the mean of their widths. */
export function areApart(one: Place, other: Place, width: number): boolean {
  const x = one.left - other.left;
  const y = one.top - other.top;
  return x * x >= width * width || y * y >= LINE_APART * LINE_APART;
}

/**
 * A place that is clearly not `previous`, left of `right`, and free if one is found; `random` gives
 * numbers in [0, 1).
 */
export function nextPlace(
  previous: Place,
  random: () => number,
  isFree: (place: Place) => boolean = () => true,
  right: number = FIELD.right,
): Place {
  let place = otherPlace(previous, random, right);
  for (let tries = 1; tries < MOST_TRIES && !isFree(place); tries += 1) {
    place = otherPlace(previous, random, right);
  }
  return place;
}

function otherPlace(previous: Place, random: () => number, right: number): Place {
  const left = within(FIELD.left, right, random());
  const top = within(FIELD.top, FIELD.bottom, random());
  if (isFar(left - previous.left, top - previous.top)) return { left, top };
  // Half the field away, around its edge: certain to be far, and as unforeseeable as the draw.
  return {
    left: around(left, FIELD.left, right),
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
