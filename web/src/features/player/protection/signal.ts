import type { IncidentConfidence, IncidentReport } from '@prahari/contract';

/** What a detector reports. The contract's `isViolation` says whether the ladder counts it. */
export interface Signal {
  readonly type: IncidentReport['type'];
  readonly confidence: IncidentConfidence;
  /** English text for administrators; learners never see it. */
  readonly message: string;
  /** Whether a recording has begun, which lasts until `recordingStopped`. */
  readonly isRecording?: boolean;
  /** What the detector saw. */
  readonly details?: Readonly<Record<string, string>>;
}

export interface Listener {
  report(signal: Signal): void;
  /** What was reported with `isRecording` has ended. */
  recordingStopped(): void;
}

/** Starts to detect. @returns stops it */
export type Detector = (listener: Listener) => () => void;
