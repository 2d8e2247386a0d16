import type { ProcessingStep } from '@prahari/contract';
import type { Progress } from '@prahari/media';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Attempt, AttemptsRepository } from './attempts.repository.ts';
import { overallProgress } from './progress.rules.ts';

/** Screens ask about once a second; more often would only be work for the database. */
const leastGapMs = 1000;

export class AttemptLost extends Error {
  override readonly name = 'AttemptLost';
}

export interface ProgressReport {
  /** @throws AttemptLost when another try holds the job: this one must not touch anything more */
  enter(step: ProcessingStep): Promise<void>;
  /** Notes how far the transcode is, at most once a second; never throws. */
  transcoded(progress: Progress): void;
}

/** Keeps the standing of one try where administrators see it. */
export function createProgressReport(
  deps: { db: Db; clock: Clock; log: Log; attempts: AttemptsRepository },
  attempt: Attempt,
): ProgressReport {
  const { db, clock, log, attempts } = deps;
  let lastMs = 0;
  let isWriting = false;
  return {
    async enter(step) {
      const now = clock.now();
      lastMs = now.getTime();
      const standing = { step, progress: overallProgress(step, 0), speed: null, etaSeconds: null };
      if (!(await attempts.report(db, attempt, standing, now))) {
        throw new AttemptLost(`another try of job ${attempt.jobId} took over`);
      }
    },
    transcoded({ fraction, speed, etaSeconds }) {
      const now = clock.now();
      if (isWriting || now.getTime() - lastMs < leastGapMs) return;
      lastMs = now.getTime();
      isWriting = true;
      const progress = overallProgress('transcode', fraction);
      attempts
        .report(db, attempt, { step: 'transcode', progress, speed, etaSeconds }, now)
        .catch((error: unknown) => log.warn({ err: error }, 'progress could not be noted'))
        .finally(() => {
          isWriting = false;
        });
    },
  };
}
