import type { ProcessingStep, ProcessingStepState } from '@prahari/contract';
import type { Ladder } from '@prahari/media';

/** Share of the whole that each step usually takes, measured in wall time; together 1. */
const weights: Readonly<Record<ProcessingStep, number>> = {
  probe: 0.01,
  validate: 0.02,
  poster: 0.01,
  transcode_low: 0.14,
  package_low: 0.01,
  publish_low: 0.01,
  transcode_high: 0.74,
  package_high: 0.03,
  storyboard: 0.02,
  publish: 0.01,
};

/**
 * Computes the total progress, 0 to 1, when a step is done to `fraction` and the steps `ahead`
 * remain.
 */
export function computeOverallProgress(
  step: ProcessingStep,
  fraction: number,
  ahead: Iterable<ProcessingStep>,
): number {
  const within = Math.min(1, Math.max(0, fraction));
  let left = weights[step] * (1 - within);
  for (const later of new Set(ahead)) left += later === step ? 0 : weights[later];
  return Math.min(1, Math.max(0, 1 - left));
}

/**
 * Tells whether a step is skipped: a source that only fills the lowest renditions has no better ones to
 * make.
 */
export function isStepSkipped(step: ProcessingStep, high: Ladder | null): boolean {
  return high === null && (step === 'transcode_high' || step === 'package_high');
}

/** Tells whether a step is done and need not be repeated, as long as its files still exist. */
export function isStepDone(state: ProcessingStepState | undefined): boolean {
  return state === 'completed' || state === 'skipped';
}
