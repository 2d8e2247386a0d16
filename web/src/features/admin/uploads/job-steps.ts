import {
  type ProcessingStep,
  processingSteps,
  type UploadJob,
  type UploadJobDetail,
} from '@prahari/contract';
import type { StepState } from '../../../ui/StepList.tsx';

/** A worker makes each step: none waits for a person. */
type StateOfJob = Exclude<StepState, 'next'>;

/** The progress of each step of a job. */
export function listStepStates(
  job: Pick<UploadJob, 'state' | 'step'>,
): readonly { readonly step: ProcessingStep; readonly state: StateOfJob }[] {
  const present = job.step === null ? -1 : processingSteps.indexOf(job.step);
  return processingSteps.map((step, index) => ({ step, state: stateAt(job, index, present) }));
}

function stateAt(job: Pick<UploadJob, 'state'>, index: number, present: number): StateOfJob {
  if (job.state === 'completed' || index < present) return 'done';
  if (index > present || job.state === 'queued' || job.state === 'cancelled') return 'waiting';
  return job.state === 'failed' ? 'failed' : 'running';
}

type Steps = UploadJobDetail['steps'];

/** Leaves out what will not come: after a failure the list ends with the step that failed. */
export function listShownSteps({ state, steps }: Pick<UploadJobDetail, 'state' | 'steps'>): Steps {
  if (state !== 'failed' && state !== 'cancelled') return steps;
  const met = steps.filter((one) => one.state !== 'waiting');
  return met.length > 0 ? met : steps;
}

/** The step at which a job failed at once, if no other is known and it can’t be repeated alone. */
export function findOnlyStep(
  job: Pick<UploadJobDetail, 'state' | 'steps'>,
): Steps[number] | undefined {
  const [only, ...others] = listShownSteps(job);
  return only?.state === 'failed' && !only.repeatable && others.length === 0 ? only : undefined;
}
