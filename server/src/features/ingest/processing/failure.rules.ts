import { faultsOfFile, type ProcessingFailure } from '@prahari/contract';
import { MediaError } from '@prahari/media';
import { InterruptedTooOften } from '../../../platform/errors/interrupted-too-often.ts';
import { KeyServiceFailed } from '../keys/key-service.errors.ts';

/** How long the file of a failed or cancelled job is kept, so that the job can be resumed. */
export const keptForRetryMs = 3 * 24 * 3_600_000;

const lasting: ReadonlySet<string> = new Set(faultsOfFile);

export interface Failure {
  readonly code: ProcessingFailure;
  /** For an administrator: why, and what to do. */
  readonly message: string;
}

/** Tells whether another try of the same file would fail in the same way. */
export function isFaultOfFile(error: unknown): boolean {
  if (error instanceof SourceMissing) return true;
  return error instanceof MediaError && lasting.has(error.code);
}

/** The uploaded file is needed but was removed. */
export class SourceMissing extends Error {
  override readonly name = 'SourceMissing';
}

/** Returns the message for administrators about a job that is given up. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof SourceMissing) return sourceMissing;
  if (error instanceof InterruptedTooOften) return interruptedTooOften;
  if (error instanceof KeyServiceFailed) {
    return { code: 'key_service_failed', message: error.message };
  }
  if (error instanceof MediaError) return { code: error.code, message: error.message };
  return {
    code: 'server_fault',
    message:
      'The server met a fault while it made this video ready. Try again; the reason is in the log of the server.',
  };
}

/** The server ended so often at the same place that the video itself may be the cause. */
const interruptedTooOften: Failure = {
  code: 'interrupted',
  message:
    'Making this video ready was interrupted several times at the same place, so it was given up. Check the memory and the log of the server and try again.',
};

const sourceMissing: Failure = {
  code: 'source_missing',
  message: 'The uploaded file is no longer there. Upload the video again.',
};
