/**
 * A lost answer must not cost the session (FAPI 2.0): the same device may ask again for this long.
 */
export const refreshGraceMs = 10_000;

export function isWithinGrace(rotatedAt: Date, now: Date): boolean {
  return now.getTime() - rotatedAt.getTime() <= refreshGraceMs;
}

export interface RefreshFacts {
  readonly expiresAt: Date;
  readonly rotatedAt: Date | null;
  /** Whether the token that replaced this one has been used itself. */
  readonly successorUsed: boolean;
  readonly isSameDevice: boolean;
  readonly isSessionLive: boolean;
  /** Whether its step shows that it is the latest browser, and not a copy. */
  readonly isSameBrowser: boolean;
}

export type RefreshVerdict = 'rotate' | 'repeat' | 'reuse' | 'refuse';

/**
 * Decides what to do with a presented refresh token (RFC 9700, section 4.14): rotate it, answer the
 * same successor again, treat it as stolen and end the session, or refuse it without consequence.
 */
export function judgeRefresh(facts: RefreshFacts, now: Date): RefreshVerdict {
  if (!facts.isSessionLive) return 'refuse';
  if (facts.rotatedAt) {
    if (!facts.isSameDevice) return 'reuse';
    // Answers may be lost for longer than the grace, and a crash puts older cookies back.
    if (facts.isSameBrowser) return facts.expiresAt <= now ? 'refuse' : 'repeat';
    const isRetry = !facts.successorUsed && isWithinGrace(facts.rotatedAt, now);
    return isRetry ? 'repeat' : 'reuse';
  }
  if (!facts.isSameDevice || facts.expiresAt <= now) return 'refuse';
  return 'rotate';
}
