import pg from 'pg';
import { AppError } from '../errors/app-error.ts';

/** The errors for callers when a constraint refuses their row, by the constraint's name. */
export type RowRefusals = Readonly<Record<string, () => AppError>>;

/**
 * SQLSTATEs caused by another call at the same time (PostgreSQL's documentation, appendix A): a row
 * that exists already, one that is missing or still needed, and two that wait for each other.
 */
const raceStates: readonly (string | undefined)[] = [
  '23505', // unique_violation
  '23503', // foreign_key_violation
  '40001', // serialization_failure
  '40P01', // deadlock_detected
];

/**
 * Translates what the database refused because of another call into a conflict: 409, or what the
 * feature of that constraint declares. Its own checks see most races; these they can't see.
 * @returns undefined for every other error
 */
export function findRowRefusal(error: unknown, declared: RowRefusals): AppError | undefined {
  if (!(error instanceof pg.DatabaseError) || !raceStates.includes(error.code)) return undefined;
  return declared[error.constraint ?? '']?.() ?? changedMeanwhile(error);
}

function changedMeanwhile(cause: pg.DatabaseError): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'Something else was changed at the same moment. Please try again.',
    { reason: 'changed_meanwhile', cause },
  );
}
