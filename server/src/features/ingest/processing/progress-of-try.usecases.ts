import type { ProcessingStep } from '@prahari/contract';
import type { Progress } from '@prahari/media';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { HeldTrx } from '../../../platform/jobs/lease.ts';
import { recordJobProgress } from './attempts.repository.ts';
import { recordStepProgress } from './steps.repository.ts';
import { computeOverallProgress } from './steps.rules.ts';

/** The current step, and those that follow it in this try. */
export interface Turn {
  readonly step: ProcessingStep;
  readonly ahead: readonly ProcessingStep[];
}

export interface ProgressOfTry {
  /** A step is under way until this is disposed of. */
  begin(turn: Turn): Disposable;
  onProgress(progress: Progress): void;
  /**
   * Records the progress of the current step. Pages ask about once a second, as often as leases are
   * renewed.
   */
  record(trx: HeldTrx, jobId: string): Promise<void>;
}

/** Keeps the progress of a try until it is written with the next renewal of its lease. */
export function trackProgress({ clock }: { readonly clock: Clock }): ProgressOfTry {
  let turn: Turn | undefined;
  let latest: Progress = { fraction: 0, speed: null, etaSeconds: null };

  return {
    begin(next) {
      turn = next;
      latest = { fraction: 0, speed: null, etaSeconds: null };
      return {
        [Symbol.dispose](): void {
          turn = undefined;
        },
      };
    },
    onProgress(progress) {
      latest = progress;
    },
    async record(trx, jobId) {
      if (!turn) return;
      const { step, ahead } = turn;
      const { fraction, speed, etaSeconds } = latest;
      const progress = computeOverallProgress(step, fraction, ahead);
      await recordJobProgress(trx, jobId, { step, progress, speed, etaSeconds }, clock.now());
      await recordStepProgress(trx, jobId, step, { progress: fraction, speed, etaSeconds });
    },
  };
}
