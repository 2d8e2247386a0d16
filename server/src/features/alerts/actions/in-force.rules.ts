import type { AlertActionKind } from '@prahari/contract';

/** For how long what a rule did stays in force: no heuristic decides for good. */
export const inForceMs = {
  suspend_playback: 24 * 3_600_000,
  tighten_rate_limits: 3_600_000,
} as const satisfies Partial<Record<AlertActionKind, number>>;

export function endsByItself(kind: AlertActionKind): kind is keyof typeof inForceMs {
  return kind in inForceMs;
}
