import {
  ApiError,
  type ImportColumn,
  type ImportFailure,
  type ImportJob,
  type RowProblem,
} from '@prahari/contract';
import type { Tone } from '../../../ui/Badge.tsx';

export const COLUMN_TEXTS = {
  name: 'imports.columnName',
  countryCode: 'imports.columnCountryCode',
  contactNumber: 'imports.columnContactNumber',
  kendraType: 'imports.columnKendraType',
  country: 'imports.columnCountry',
  district: 'imports.columnDistrict',
  email: 'imports.columnEmail',
} as const satisfies Record<ImportColumn, string>;

export const PROBLEM_TEXTS = {
  required: 'imports.problemRequired',
  too_long: 'imports.problemTooLong',
  control_characters: 'imports.problemControl',
  phone_invalid: 'imports.problemPhone',
  country_code_invalid: 'imports.problemCountryCode',
  email_invalid: 'imports.problemEmail',
  duplicate_in_file: 'imports.problemTwice',
  phone_taken: 'imports.problemTaken',
  out_of_scope: 'imports.problemScope',
  formula: 'imports.problemFormula',
  not_text: 'imports.problemNotText',
} as const satisfies Record<RowProblem, string>;

export const FAILURE_TEXTS = {
  columns_missing: 'imports.faultColumns',
  not_utf8: 'imports.faultUtf8',
  not_readable: 'imports.faultUnreadable',
  no_rows: 'imports.faultNoRows',
  too_many_rows: 'imports.faultTooManyRows',
  too_many_columns: 'imports.faultTooManyColumns',
  too_large_inside: 'imports.faultTooLarge',
  not_allowed_any_more: 'imports.faultNotAllowed',
  source_missing: 'imports.faultSource',
  interrupted: 'imports.faultInterrupted',
  server_fault: 'imports.faultServer',
} as const satisfies Record<ImportFailure, string>;

const STATES = {
  queued: { text: 'imports.stateQueued', tone: 'neutral' },
  running: { text: 'imports.stateRunning', tone: 'info' },
  completed: { text: 'imports.stateCompleted', tone: 'success' },
  failed: { text: 'imports.stateFailed', tone: 'danger' },
  cancelled: { text: 'imports.stateCancelled', tone: 'warning' },
} as const satisfies Record<ImportJob['state'], { text: string; tone: Tone }>;

/** The state of an import in a word; a wait for room on a disk replaces it. */
export function describeStanding({ state, diskWait }: Pick<ImportJob, 'state' | 'diskWait'>) {
  return diskWait ? ({ text: 'storage.diskWait', tone: 'warning' } as const) : STATES[state];
}

/** Sentences for refusals that only these calls know; undefined for all others. */
export function importErrorTextKey(error: unknown) {
  if (!(error instanceof ApiError)) return undefined;
  switch (error.reason) {
    case 'media_type_not_supported':
      return 'imports.fileNotSheet';
    case 'import_file_gone':
      return 'imports.fileGone';
    case 'import_ended':
      return 'imports.ended';
    case 'codes_gone':
      return 'imports.codesGone';
    default:
      return undefined;
  }
}
