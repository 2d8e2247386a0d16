import { type ProcessingStep, processingSteps, type UploadJob } from '@prahari/contract';
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
