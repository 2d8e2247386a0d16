import type { PlayQuality } from '@prahari/contract';

interface AttemptParts {
  readonly opened: number;
  readonly began: number;
  /** Left before the first frame. */
  readonly left: number;
  readonly failedBefore: number;
  /** Of those that began. */
  readonly failedLater: number;
}

/**
 * Splits the lessons that were opened into those that began to play, were left and failed before
 * that. A failure may be told in a later step than its attempt, so the parts can differ by it.
 */
export function splitAttempts({
  attempts,
  starts,
  exitsBeforeStart,
  failures,
}: Pick<PlayQuality, 'attempts' | 'starts' | 'exitsBeforeStart' | 'failures'>): AttemptParts {
  const rest = Math.max(0, attempts - starts - exitsBeforeStart);
  const failedBefore = Math.min(failures, rest);
  return {
    opened: attempts,
    began: starts,
    left: exitsBeforeStart,
    failedBefore,
    failedLater: failures - failedBefore,
  };
}
