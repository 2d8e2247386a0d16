export interface ShakaFields {
  readonly code: number | null;
  readonly data: readonly unknown[];
  /** Shaka goes on by itself, in another quality for instance. */
  readonly isRecoverable: boolean;
}

/** shaka.util.Error.Severity.RECOVERABLE */
const recoverable = 1;

/** What is to know of an error of the library; of any other error nothing. */
export function shakaFields(error: unknown): ShakaFields {
  if (typeof error !== 'object' || error === null) return NOTHING;
  const code = 'code' in error && typeof error.code === 'number' ? error.code : null;
  const data: readonly unknown[] = 'data' in error && Array.isArray(error.data) ? error.data : [];
  const isRecoverable = 'severity' in error && error.severity === recoverable;
  return { code, data, isRecoverable };
}

const NOTHING: ShakaFields = { code: null, data: [], isRecoverable: false };
