import { bottomOf, boxOf, leftOf, max, min, rightOf, topOf } from '../protection/natives.ts';

/** A box, in pixels of the window. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function edgesOf(element: Element): Edges {
  const box = boxOf(element);
  return { left: leftOf(box), top: topOf(box), right: rightOf(box), bottom: bottomOf(box) };
}

/** The intersection of both; an empty or inverted box if there is none. */
export function sharedBy(one: Edges, other: Edges): Edges {
  return {
    left: max(one.left, other.left),
    top: max(one.top, other.top),
    right: min(one.right, other.right),
    bottom: min(one.bottom, other.bottom),
  };
}

/**
 * The part of its box that a picture fills, without the bars.
 * @param ratio of width to height, of the picture and of the box as it is laid out
 */
export function filledBy(box: Edges, ratio: { picture: number; box: number }): Edges {
  const wide = ratio.picture / ratio.box;
  const barX = wide < 1 ? ((box.right - box.left) * (1 - wide)) / 2 : 0;
  const barY = wide > 1 ? ((box.bottom - box.top) * (1 - 1 / wide)) / 2 : 0;
  return {
    left: box.left + barX,
    top: box.top + barY,
    right: box.right - barX,
    bottom: box.bottom - barY,
  };
}

/** How much of `one` lies in `other`, 0 to 1, or how much of `other` it covers where that is smaller. */
export function shareInside(one: Edges, other: Edges): number {
  const inside = sharedBy(one, other);
  const width = min(one.right - one.left, other.right - other.left);
  const height = min(one.bottom - one.top, other.bottom - other.top);
  if (!(width > 0 && height > 0)) return 0;
  return (
    (max(0, inside.right - inside.left) * max(0, inside.bottom - inside.top)) / (width * height)
  );
}

/** How far edges may lie apart, for rounding. */
const tolerancePixels = 2;

export function isNear(a: number, b: number): boolean {
  return a - b <= tolerancePixels && b - a <= tolerancePixels;
}

export function areNear(one: Edges, other: Edges): boolean {
  return (
    isNear(one.left, other.left) &&
    isNear(one.top, other.top) &&
    isNear(one.right, other.right) &&
    isNear(one.bottom, other.bottom)
  );
}
