export interface WindowSizes {
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly outerWidth: number;
  readonly outerHeight: number;
}

/**
 * By how many pixels the window is larger than its page, in the direction where it is most: docked
 * developer tools take of one side. The page's zoom shrinks both sides alike and is taken out, or an
 * honest learner at 125 % would be suspected.
 */
export function windowGap({
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
