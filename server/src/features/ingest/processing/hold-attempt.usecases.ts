import type { ProcessingStep } from '@prahari/contract';
import type { Progress } from '@prahari/media';
import type { IngestDeps } from '../ingest.deps.ts';
import { type Attempt, recordJobProgress } from './attempts.repository.ts';
import { recordStepProgress } from './steps.repository.ts';
import { computeOverallProgress } from './steps.rules.ts';

/** Screens ask about once a second; more often would only be work for the database. */
const gapMs = 1000;

export class AttemptLost extends Error {
  override readonly name = 'AttemptLost';
}

/** A step whose turn it is, and those that come after it in this try. */
export interface Turn {
  readonly step: ProcessingStep;
  readonly ahead: readonly ProcessingStep[];
}

export interface Hold extends Disposable {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/**
 * While one step runs: notes every second how far it is, and aborts `signal` when this try no longer
 * holds the job, because it was cancelled or another try took over.
 */
export function holdAttempt(
  deps: Pick<IngestDeps, 'db' | 'clock' | 'log'>,
  attempt: Attempt,
  { step, ahead }: Turn,
): Hold {
  const lost = new AbortController();
  let latest: Progress = { fraction: 0, speed: null, etaSeconds: null };
  let isWriting = false;

  async function report(): Promise<void> {
    const { fraction, speed, etaSeconds } = latest;
    const standing = {
      step,
      progress: computeOverallProgress(step, fraction, ahead),
      speed,
      etaSeconds,
    };
    const isHeld = await deps.db.transaction().execute(async (trx) => {
      if (!(await recordJobProgress(trx, attempt, standing, deps.clock.now()))) return false;
      const own = { progress: fraction, speed, etaSeconds };
      await recordStepProgress(trx, attempt.jobId, step, own);
      return true;
    });
    if (isHeld) return;
    lost.abort(new AttemptLost(`job ${attempt.jobId} was cancelled or taken over`));
  }

  const timer = setInterval(() => {
    if (isWriting) return;
    isWriting = true;
    report()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'progress could not be noted'))
      .finally(() => {
        isWriting = false;
      });
  }, gapMs);

  return {
    signal: lost.signal,
    onProgress(progress: Progress): void {
      latest = progress;
    },
    [Symbol.dispose](): void {
      clearInterval(timer);
    },
  };
}
