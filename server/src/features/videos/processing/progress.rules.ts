import { type ProcessingStep, processingSteps } from '@prahari/contract';

/** Share of the whole that each step usually takes, measured in wall time; together 1. */
const weights: Readonly<Record<ProcessingStep, number>> = {
  probe: 0.01,
  transcode: 0.9,
  package: 0.05,
  poster: 0.02,
  publish: 0.02,
};

/** How far the whole is, 0 to 1, when `step` is done to `fraction`. */
export function overallProgress(step: ProcessingStep, fraction: number): number {
  const before = processingSteps.slice(0, processingSteps.indexOf(step));
  const done = before.reduce((sum, earlier) => sum + weights[earlier], 0);
  const within = Math.min(1, Math.max(0, fraction));
  return Math.min(1, done + weights[step] * within);
}
