const stepMs = 30 * 60_000;

/**
 * Computes when a poster path made now expires: on a grid of half hours, 30 to 60 minutes ahead, so
 * that repeated lists contain the same addresses and browsers keep the pictures.
 */
export function computePosterExpiry(now: Date): Date {
  return new Date((Math.floor(now.getTime() / stepMs) + 2) * stepMs);
}
