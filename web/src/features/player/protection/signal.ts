import type { IncidentConfidence, IncidentReport } from '@prahari/contract';

/** What a detector reports. The contract's `isViolation` says whether the ladder counts it. */
export interface Signal {
  readonly type: IncidentReport['type'];
  readonly confidence: IncidentConfidence;
  /** Plain English for the reader of the incident; learners never see it. */
  readonly message: string;
  /** Something records from now on, until the detector says that it stopped. */
  readonly isRecording?: boolean;
  /** What the detector saw. */
  readonly details?: Readonly<Record<string, string>>;
}

export interface Listener {
  report(signal: Signal): void;
  /** What was reported with `isRecording` has ended. */
  recordingStopped(): void;
}

/** Starts looking; the answer stops it. */
export type Detector = (listener: Listener) => () => void;
