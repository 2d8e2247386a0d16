import type { DeviceStep } from '@prahari/contract';

/** The step that this browser took last, or is about to take. */
export interface KeptStep {
  readonly step: DeviceStep;
  /** Whether the server answered that it took it; until then the same is sent again. */
  readonly isTaken: boolean;
}

/**
 * Returns the step to send after the stored ones: the same until the server has accepted it, else a
 * new one, which continues from it. So this browser never names two successors of one step, and a
 * copy of it does.
 */
export function planStep(kept: KeptStep | undefined, newLabel: () => string): KeptStep {
  if (kept && !kept.isTaken) return kept;
  const { to: from, count } = kept?.step ?? { to: newLabel(), count: 0 };
  return { step: { from, to: newLabel(), count: count + 1 }, isTaken: false };
}

/**
 * Returns the steps to store after the server confirmed one; another tab may have taken the next.
 */
export function keepTakenStep(
  kept: KeptStep | undefined,
  { to }: DeviceStep,
): KeptStep | undefined {
  return kept?.step.to === to ? { ...kept, isTaken: true } : kept;
}
