const stepMs = 30 * 60_000;

/**
 * When a poster path made now ends: on a grid of half hours, 30 to 60 minutes ahead, so that lists
 * asked for again carry the same addresses and browsers keep the pictures.
 */
export function computePosterExpiry(now: Date): Date {
  return new Date((Math.floor(now.getTime() / stepMs) + 2) * stepMs);
}
