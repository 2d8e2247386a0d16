import {
  type GivenSeverity,
  type IncidentConfidence,
  type IncidentType,
  isSlipRepeated,
  isViolation,
} from '@prahari/contract';

/** An accepted incident that counts (`isViolation`), as it was stored. */
export interface Signal {
  readonly playbackSessionId: string;
  /** By the browser's clock: only differences within one playback mean something. */
  readonly occurredAt: Date;
}

/**
 * Counts the violations that these signals are, in any order. One act sets off several detectors
 * and keys repeat, so within a playback what follows a counted signal by less than `sameActMs` is
 * the same violation.
 */
export function countViolations(signals: readonly Signal[], sameActMs: number): number {
  const lastCounted = new Map<string, number>();
  let count = 0;
  for (const { playbackSessionId, occurredAt } of inTime(signals)) {
    const last = lastCounted.get(playbackSessionId);
    const at = occurredAt.getTime();
    if (last !== undefined && (at === last || at - last < sameActMs)) continue;
    lastCounted.set(playbackSessionId, at);
    count += 1;
  }
  return count;
}

/**
 * Finds the slips (`isSlip`) that count, in any order: those that repeat another of their playback.
 */
export function findRepeatedSlips<Slip extends Signal>(
  slips: readonly Slip[],
  sameActMs: number,
): Slip[] {
  return slips.filter(({ playbackSessionId, occurredAt }) =>
    slips.some(
      (earlier) =>
        earlier.playbackSessionId === playbackSessionId &&
        isSlipRepeated(occurredAt.getTime(), earlier.occurredAt.getTime(), sameActMs),
    ),
  );
}

function inTime(signals: readonly Signal[]): Signal[] {
  return signals.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
}

/**
 * Decides the severity of one incident alone; its consequence is a separate fact.
 * @param isLoneSlip nothing repeated it
 */
export function decideSeverity(
  type: IncidentType,
  confidence: IncidentConfidence,
  isLoneSlip = false,
): GivenSeverity {
  if (type === 'download_suspected') return confidence;
  if (isLoneSlip) return 'low';
  if (!isViolation(type, confidence)) return type === 'mobile_device' ? 'medium' : 'low';
  return confidence === 'high' ? 'high' : 'medium';
}
