import { type ProcessingStep, type ProcessingStepState, processingSteps } from '@prahari/contract';
import { isStepDone } from './steps.rules.ts';

/** Results that are published and can't be taken back: players may hold them. */
export interface Published {
  /** The lowest renditions, which make the video play. */
  readonly low: boolean;
  /** All renditions, and the storyboard. */
  readonly whole: boolean;
}

export type StatesOfSteps = ReadonlyMap<ProcessingStep, ProcessingStepState>;

/** Tells which renditions of a video learners can have. */
export function findPublished(states: StatesOfSteps): Published {
  return {
    low: states.get('publish_low') === 'completed',
    whole: states.get('publish') === 'completed',
  };
}

/**
 * Lists the steps whose results a step uses. Once renditions are published, pictures are taken from
 * them.
 */
function listNeededSteps(
  step: ProcessingStep,
  { low, whole }: Published,
): readonly ProcessingStep[] {
  switch (step) {
    case 'package_low':
      return ['transcode_low'];
    case 'publish_low':
      return ['package_low', 'poster'];
    case 'package_high':
      return ['transcode_low', 'transcode_high'];
    case 'storyboard':
      return low ? [] : ['transcode_low'];
    case 'publish':
      return whole ? [] : ['package_high', 'storyboard'];
    default:
      return [];
  }
}

const readsSource: ReadonlySet<ProcessingStep> = new Set([
  'probe',
  'validate',
  'transcode_low',
  'transcode_high',
]);

/** Tells whether a step reads the uploaded file where there is one. */
export function isSourceRead(step: ProcessingStep): boolean {
  return readsSource.has(step) || step === 'poster';
}

/** Tells whether a step needs the uploaded file. */
export function isSourceNeeded(step: ProcessingStep, { low }: Published): boolean {
  return readsSource.has(step) || (step === 'poster' && !low);
}

/**
 * Lists the remaining steps of a job, in order: unfinished ones, and finished ones whose result is
 * missing on the disk although a remaining step uses it.
 */
export function planStepsToDo(
  states: StatesOfSteps,
  isInPlace: (step: ProcessingStep) => boolean,
): readonly ProcessingStep[] {
  const published = findPublished(states);
  const left = new Set(processingSteps.filter((step) => !isStepDone(states.get(step))));
  // Backwards, since a step uses the results of earlier ones.
  for (const step of processingSteps.toReversed()) {
    if (!left.has(step)) continue;
    for (const need of listNeededSteps(step, published)) {
      if (!isInPlace(need)) left.add(need);
    }
  }
  return processingSteps.filter((step) => left.has(step));
}

/** What is known about an ended job, before one of its steps is repeated. */
export interface EndedJob {
  readonly state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly states: StatesOfSteps;
  readonly isSourceKept: boolean;
}

const ofLow: ReadonlySet<ProcessingStep> = new Set(['transcode_low', 'package_low', 'publish_low']);
const ofWhole: ReadonlySet<ProcessingStep> = new Set(['transcode_high', 'package_high', 'publish']);

/**
 * Lists the steps that are no longer finished when one is repeated: the step and those that used
 * its result; empty when it can't be repeated. Published renditions never change, so the steps that
 * made them can't be repeated; an incomplete job continues after the step, which needs its source.
 */
export function planStepsToReset(
  step: ProcessingStep,
  { state, states, isSourceKept }: EndedJob,
): readonly ProcessingStep[] {
  if (state === 'queued' || state === 'running') return [];
  const own = states.get(step);
  if (own !== 'completed' && own !== 'failed') return [];
  const published = findPublished(states);
  if ((published.low && ofLow.has(step)) || (published.whole && ofWhole.has(step))) return [];
  if (!isSourceKept && (!published.whole || isSourceNeeded(step, published))) return [];
  const reset = new Set([step]);
  // An early publication fixes only the steps that it needed; the steps after it are repeated.
  for (const later of processingSteps) {
    if (published.whole || !isStepDone(states.get(later))) continue;
    const isBound = published.low && ofLow.has(later);
    if (!isBound && listNeededSteps(later, published).some((need) => reset.has(need)))
      reset.add(later);
  }
  return processingSteps.filter((one) => reset.has(one));
}
