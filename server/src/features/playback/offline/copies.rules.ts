import { type OfflineCopyState, type OfflineRevocation, offlineLimits } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';

/** So long after a copy's time its views are accepted: its device may get no line any earlier. */
const viewsForSeconds = offlineLimits.lifetimeSeconds;

const daySeconds = 86_400;

/** Returns since when copies count for the limit of a day. */
export const beginOfCopyDay = (now: Date): Date => addSeconds(now, -daySeconds);

/** Returns when a copy ends: with its lifetime, or the video's publication if that is earlier. */
export function computeCopyEnd(now: Date, availableUntil: Date | null): Date {
  const end = addSeconds(now, offlineLimits.lifetimeSeconds);
  return availableUntil && availableUntil < end ? availableUntil : end;
}

/** Tells whether a copy may be played; one that was revoked in its time stays revoked. */
export function judgeCopy(
  copy: { readonly expiresAt: Date; readonly revokedFor: OfflineRevocation | null },
  now: Date,
): Exclude<OfflineCopyState, 'unknown'> {
  if (copy.revokedFor !== null) return 'revoked';
  return copy.expiresAt <= now ? 'expired' : 'valid';
}

/** What decides whether a copy stays good. */
export interface CopyFacts {
  /** Whether this installation lets learners keep lessons. */
  readonly isAllowed: boolean;
  readonly isTerminated: boolean;
  readonly isSuspended: boolean;
  /** Whether its learner may still play the video. */
  readonly isPlayable: boolean;
}

/** Returns why a copy has to be revoked; null when it stays good. */
export function findRevocation(facts: CopyFacts): OfflineRevocation | null {
  if (!facts.isAllowed) return 'administrator';
  if (facts.isTerminated) return 'access_terminated';
  if (facts.isSuspended) return 'playback_suspended';
  return facts.isPlayable ? null : 'video_not_available';
}

/** Tells whether views of a copy are still accepted. */
export function acceptsViews({ expiresAt }: { readonly expiresAt: Date }, now: Date): boolean {
  return now < addSeconds(expiresAt, viewsForSeconds);
}

/** Puts the time that a learner's clock says into the life of the copy: it may be wrong. */
export function clipMoment(at: Date, from: Date, until: Date): Date {
  if (at < from) return from;
  return at > until ? until : at;
}
