import type { ImportColumn, ImportFailure } from '@prahari/contract';
import { SheetError } from '../../../platform/spreadsheet/sheet.ts';

/**
 * How many tries in a row may fail without importing a batch of rows, when the file is not at
 * fault. A planned stop of the server is not counted.
 */
export const maxAttempts = 4;

/** A fault of the whole file, or a right that its sender has lost: another try would fail, too. */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed';
  readonly code: ImportFailure;

  constructor(code: ImportFailure, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Failure {
  readonly code: ImportFailure;
  readonly message: string;
}

/** Finds what an administrator is told of a failure; undefined when another try may succeed. */
export function findFailure(error: unknown): Failure | undefined {
  if (error instanceof SheetError) return { code: error.fault, message: error.message };
  if (error instanceof ImportFailed) return { code: error.code, message: error.message };
  return undefined;
}

export function columnsMissing(missing: readonly ImportColumn[]): ImportFailed {
  return new ImportFailed(
    'columns_missing',
    `The file has no column for: ${missing.join(', ')}. Say which header holds what.`,
  );
}

export function noRows(): ImportFailed {
  return new ImportFailed('no_rows', 'The file holds no rows below its header.');
}

export function tooManyRows(maxRows: number): ImportFailed {
  const message = `The file holds more than ${maxRows} rows. Split it and import the parts.`;
  return new ImportFailed('too_many_rows', message);
}

export function notAllowedAnyMore(): ImportFailed {
  return new ImportFailed(
    'not_allowed_any_more',
    'Whoever began this import may not import users any more.',
  );
}

export const sourceMissing: Failure = {
  code: 'source_missing',
  message: 'The uploaded file is no longer there. Upload it again.',
};

/** The server crashed so often at the same rows that the file itself may be the cause. */
export const interruptedTooOften: Failure = {
  code: 'interrupted',
  message:
    'The import was interrupted several times at the same rows, so it was given up. Look at the log of the server; rows that were imported stay.',
};

export const serverFault: Failure = {
  code: 'server_fault',
  message:
    'The server met a fault while it imported this file; the reason is in its log. Rows that were imported stay.',
};
