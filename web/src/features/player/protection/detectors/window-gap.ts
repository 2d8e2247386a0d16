export interface WindowSizes {
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly outerWidth: number;
  readonly outerHeight: number;
}

/**
 * Measures by how many pixels the window is larger than its page, in the direction of the larger
 * difference: docked developer tools take space on one side. Zoom shrinks both sides and is removed, or
 * an honest learner at 125 % would be suspected.
 */
export function measureWindowGap({
  innerWidth,
  innerHeight,
  outerWidth,
  outerHeight,
}: WindowSizes): number {
  // Headless and embedded browsers say 0.
  if (outerWidth <= 0 || outerHeight <= 0) return 0;
  const scale = Math.max(innerWidth / outerWidth, innerHeight / outerHeight);
  if (scale <= 0) return 0;
  return Math.max(outerWidth - innerWidth / scale, outerHeight - innerHeight / scale);
}
