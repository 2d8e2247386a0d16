import type { DeviceStep } from '@prahari/contract';

/**
 * Labels that are kept of each device. A request that is this many steps late is still recognised as
 * the device's own; no more steps than that can be taken while its nonce is good.
 */
const labelsKept = 64;
/**
 * How often one step may open or renew something new. A browser that missed the answer to its step
 * sends it again and then receives it; a copy could repeat one forever without ever taking the next
 * step.
 */
const mostRepeats = 4;

/**
 * What the server remembers about a device: hashed labels, the latest last, and the highest count.
 */
export interface DeviceTrail {
  readonly labels: readonly string[];
  readonly count: number;
  /** How often something was granted again for the latest step. */
  readonly repeats: number;
}

/**
 * Lists the users whose login history shows a copy: those to whom the key belonged when it was
 * used. A user who signs in for the first time since then, on a browser that others used before, is
 * not affected.
 * @param signedIn users with a live session by that key
 * @param lastUserId the user who took the latest step before; null where that is not known
 */
export function listOwners(
  signedIn: readonly string[],
  { userId, lastUserId }: { readonly userId: string; readonly lastUserId: string | null },
): string[] {
  const isOwner = lastUserId === null || lastUserId === userId;
  return [...new Set(isOwner ? [...signedIn, userId] : signedIn)];
}

/**
 * - `none`: a client that takes no steps, as programs may;
 * - `first`: nothing is known to compare it with;
 * - `next`, `again`: by the browser that took the step before, or a retry of the latest: the same
 *   browser;
 * - `late`: an old request of the device's own that was long on its way;
 * - `missing`: a device that takes steps left it out;
 * - `copied`: two went on from one step in different ways, so there are two.
 */
export type StepVerdict = 'none' | 'first' | 'next' | 'again' | 'late' | 'missing' | 'copied';

/**
 * Judges a step of a device key. A browser chooses the label of its next step and stores it on disk
 * before it first sends it; until the server has accepted it, it sends the same one again. So one
 * browser never names two successors of one step, even if requests are lost, late, sent by several
 * tabs or interrupted by a crash; a copy of its files does, at its first step after the other's.
 * @param step its labels hashed
 * @param trail null for a device that never took a step; without labels after a copy was found
 * @param isForMore whether the call asks for more than a repeat of an earlier answer
 */
export function judgeStep(
  trail: DeviceTrail | null,
  step: DeviceStep | null,
  isForMore: boolean,
): StepVerdict {
  if (!step) return trail ? 'missing' : 'none';
  if (!trail || trail.labels.length === 0) return 'first';
  const { labels } = trail;
  // A browser draws each label at random and counts up; it never comes back to an earlier one.
  const isFresh = step.to !== step.from && !labels.includes(step.to);
  if (step.from === labels.at(-1)) return isFresh && step.count > trail.count ? 'next' : 'copied';
  const at = labels.lastIndexOf(step.from);
  if (at >= 0 && labels[at + 1] === step.to) {
    if (at + 2 < labels.length) return 'late';
    return isForMore && trail.repeats >= mostRepeats ? 'copied' : 'again';
  }
  // A database restored from a backup knows less than honest browsers.
  const isBehind = at < 0 && isFresh && step.count > trail.count + 1;
  return isBehind ? 'first' : 'copied';
}

/** Extends the trail by an accepted step; null if nothing changes. */
export function extendTrail(
  trail: DeviceTrail | null,
  step: DeviceStep | null,
  { verdict, isForMore }: { readonly verdict: StepVerdict; readonly isForMore: boolean },
): DeviceTrail | null {
  if (!step) return null;
  const { count } = step;
  if (verdict === 'first') return { labels: [step.from, step.to], count, repeats: 0 };
  if (verdict === 'again' && isForMore && trail) return { ...trail, repeats: trail.repeats + 1 };
  if (verdict !== 'next') return null;
  return { labels: [...(trail?.labels ?? []), step.to].slice(-labelsKept), count, repeats: 0 };
}
