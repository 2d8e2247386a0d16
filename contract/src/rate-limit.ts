/** What a server says of a caller's share of one rate limit (draft-ietf-httpapi-ratelimit-headers). */
export interface Quota {
  /** The name of the limit; several calls may share one. */
  readonly policy: string;
  /** How many calls one window allows. */
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds by the clock of the reader. */
  readonly resetAtMs: number;
}

/** What a server knows of it, before it is on its way. */
export interface QuotaNow extends Pick<Quota, 'policy' | 'limit' | 'remaining'> {
  readonly windowSeconds: number;
  readonly secondsToReset: number;
}

/** Specification, section 9. */
const nearShare = 0.1;
const fewLeft = 2;
const delayPerSecondMs = 100;
const mostDelayMs = 1000;
/** A longer window is no limit that a page can wait for. */
const longestWindowMs = 3_600_000;

/** Formats the values of `RateLimit-Policy` and `RateLimit`. */
export function formatQuota({
  policy,
  limit,
  remaining,
  windowSeconds,
  secondsToReset,
}: QuotaNow): { readonly policy: string; readonly state: string } {
  return {
    policy: `"${policy}";q=${limit};w=${windowSeconds}`,
    state: `"${policy}";r=${remaining};t=${secondsToReset}`,
  };
}

const item = /^\s*"([^"\\]{1,60})"((?:\s*;[^,"]*)?)/;

/**
 * Reads both headers, of which only the first limit counts; null where they are missing, not
 * understood, about different limits or about a window of more than an hour.
 */
export function readQuota(
  policyHeader: string | null,
  stateHeader: string | null,
  nowMs: number,
): Quota | null {
  const [, policy, policyFields = ''] = item.exec(policyHeader ?? '') ?? [];
  const [, named, stateFields = ''] = item.exec(stateHeader ?? '') ?? [];
  const limit = readCount(policyFields, 'q');
  const remaining = readCount(stateFields, 'r');
  const secondsToReset = readCount(stateFields, 't');
  if (policy === undefined || policy !== named) return null;
  if (limit === null || remaining === null || secondsToReset === null) return null;
  if (secondsToReset * 1000 > longestWindowMs) return null;
  return { policy, limit, remaining, resetAtMs: nowMs + secondsToReset * 1000 };
}

function readCount(fields: string, name: string): number | null {
  const found = new RegExp(`;\\s*${name}=(\\d{1,9})\\s*(?:;|$)`).exec(fields)?.[1];
  return found === undefined ? null : Number(found);
}

/** Tells whether a limit is almost used up: at most a tenth is left, or one call. */
export function isNearLimit({ limit, remaining }: Pick<Quota, 'limit' | 'remaining'>): boolean {
  return remaining <= Math.max(1, limit * nearShare);
}

/** Says how long the next call under a limit waits, in milliseconds. */
export function chooseDelayMs(quota: Quota, nowMs: number): number {
  const untilResetMs = quota.resetAtMs - nowMs;
  if (untilResetMs <= 0 || quota.remaining > fewLeft) return 0;
  if (quota.remaining <= 0) return untilResetMs;
  return Math.min(mostDelayMs, (untilResetMs / 1000) * delayPerSecondMs);
}

/** Answers of one window may say times that differ by this, since each says whole seconds. */
const sameWindowMs = 1500;

/**
 * Joins what is known of a limit with what an answer says. Calls that are under way are counted
 * already, and answers may overtake each other: within a window the smaller number is the truth.
 */
export function joinQuota(known: Quota | undefined, answered: Quota): Quota {
  if (known === undefined || answered.resetAtMs - known.resetAtMs > sameWindowMs) return answered;
  const remaining = Math.min(known.remaining, answered.remaining);
  return { ...answered, remaining, resetAtMs: Math.max(known.resetAtMs, answered.resetAtMs) };
}

export interface PacePorts {
  /** In milliseconds, by a clock that never goes back. */
  now(): number;
  delay(ms: number): Promise<void>;
  /** Is told once in a window that a limit is almost used up. */
  onNear(call: string, quota: Quota): void;
}

/** Creates what holds calls back before they would be refused (specification, section 9). */
export function createPace({ now, delay, onNear }: PacePorts) {
  const policyOf = new Map<string, string>();
  const quotas = new Map<string, Quota>();
  const toldUntilMs = new Map<string, number>();

  function findQuota(call: string): Quota | undefined {
    return quotas.get(policyOf.get(call) ?? '');
  }

  return {
    /** Waits until a call may be made, and counts it. */
    async take(call: string): Promise<void> {
      for (;;) {
        const quota = findQuota(call);
        if (quota === undefined) return;
        const delayMs = chooseDelayMs(quota, now());
        // Others may have taken what was left meanwhile, unless something still is.
        if (delayMs === 0 || quota.remaining > 0) {
          quotas.set(quota.policy, { ...quota, remaining: Math.max(0, quota.remaining - 1) });
          if (delayMs > 0) await delay(delayMs);
          return;
        }
        await delay(delayMs);
        if (findQuota(call) === quota) quotas.delete(quota.policy);
      }
    },
    /** Notes what the answer to a call says of its limit, if anything. */
    note(call: string, policyHeader: string | null, stateHeader: string | null): void {
      const answered = readQuota(policyHeader, stateHeader, now());
      if (answered === null) return;
      const { policy } = answered;
      const joined = joinQuota(quotas.get(policy), answered);
      policyOf.set(call, policy);
      quotas.set(policy, joined);
      if (!isNearLimit(joined) || now() < (toldUntilMs.get(policy) ?? 0)) return;
      toldUntilMs.set(policy, joined.resetAtMs);
      onNear(call, joined);
    },
  };
}
