import type { IncidentConfidence, IncidentReport } from '@prahari/contract';

/** A report of a detector. The contract's `isViolation` says whether the ladder counts it. */
export interface Signal {
  readonly type: IncidentReport['type'];
  readonly confidence: IncidentConfidence;
  /** English text for administrators; learners never see it. */
  readonly message: string;
  /** Whether a recording has begun, which lasts until `recordingStopped`. */
  readonly isRecording?: boolean;
  /** The detector's findings. */
  readonly details?: Readonly<Record<string, string>>;
}

export interface Listener {
  report(signal: Signal): void;
  /** A recording reported with `isRecording` has ended. */
  recordingStopped(): void;
}

/** Starts to detect. @returns stops it */
export type Detector = (listener: Listener) => () => void;
