import type { ImportColumn, ImportFailure } from '@prahari/contract';
import { InterruptedTooOften } from '../../../platform/errors/interrupted-too-often.ts';
import { SheetError } from '../../../platform/spreadsheet/sheet.ts';

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

/** Tells whether another try would fail, too. */
export function isLasting(error: unknown): boolean {
  return error instanceof SheetError || error instanceof ImportFailed;
}

/** Returns the message for administrators about an import that is given up. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof SheetError) return { code: error.fault, message: error.message };
  if (error instanceof ImportFailed) return { code: error.code, message: error.message };
  return error instanceof InterruptedTooOften ? interruptedTooOften : serverFault;
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
    'The administrator who started this import may no longer import users.',
  );
}

export function sourceMissing(): ImportFailed {
  return new ImportFailed(
    'source_missing',
    'The uploaded file is no longer there. Upload it again.',
  );
}

/** The server crashed so often at the same rows that the file itself may be the cause. */
const interruptedTooOften: Failure = {
  code: 'interrupted',
  message:
    'The import was interrupted several times at the same rows, so it was given up. Look at the log of the server; rows that were imported stay.',
};

const serverFault: Failure = {
  code: 'server_fault',
  message:
    'The server met a fault while it imported this file; the reason is in its log. Rows that were imported stay.',
};
