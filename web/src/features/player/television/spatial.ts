/** The position of a box on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** So much more a step aside costs than one ahead. */
const ASIDE = 20;

/**
 * Returns the index of the nearest box in a direction, as users of a remote control expect; -1
 * where there is none. Only what lies wholly ahead of the middle counts.
 */
export function findNearestBox(from: Box, boxes: readonly Box[], direction: Direction): number {
  const here = computeMiddle(from);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    const there = computeMiddle(box);
    const isLevel = direction === 'left' || direction === 'right';
    const ahead = isLevel ? there.x - here.x : there.y - here.y;
    const forward = direction === 'left' || direction === 'up' ? -ahead : ahead;
    if (forward <= 1) return;
    const cost = forward + gapAside(from, box, isLevel) * ASIDE;
    if (cost < least) {
      least = cost;
      best = index;
    }
  });
  return best;
}

function computeMiddle({ left, top, right, bottom }: Box) {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** The distance of two boxes across the direction; 0 where one is beside the other. */
function gapAside(a: Box, b: Box, isLevel: boolean): number {
  const gap = isLevel
    ? Math.max(a.top - b.bottom, b.top - a.bottom)
    : Math.max(a.left - b.right, b.left - a.right);
  return Math.max(0, gap);
}
