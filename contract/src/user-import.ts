import * as z from 'zod/mini';
import { diskWaitSchema } from './disk-wait.ts';
import { idSchema, instantSchema } from './fields.ts';

/** The columns of an import, in the order of the sample file. */
export const importColumns = [
  'name',
  'countryCode',
  'contactNumber',
  'kendraType',
  'country',
  'district',
  'email',
] as const;
const importColumnSchema = z.enum(importColumns);
export type ImportColumn = (typeof importColumns)[number];

/** Without these a file can't be imported. */
export const requiredImportColumns = ['name', 'contactNumber'] as const satisfies ImportColumn[];

/** Which header of the file holds which column. A column that is left out is not read. */
export const columnMappingSchema = z.partialRecord(
  importColumnSchema,
  z.string().check(z.maxLength(200)),
);
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

/** Why a row was not imported. One word for one situation, never reused. */
const rowProblems = [
  'required',
  'too_long',
  'control_characters',
  'phone_invalid',
  'country_code_invalid',
  'email_invalid',
  'duplicate_in_file',
  'phone_taken',
  'out_of_scope',
  'formula',
  'not_text',
] as const;
export type RowProblem = (typeof rowProblems)[number];

/** One thing that is wrong with one row; a row may have several. */
export const rowErrorSchema = z.object({
  /** As a spreadsheet program counts: the header is row 1. */
  row: z.int(),
  column: importColumnSchema,
  /** The cell's text, shortened if long. */
  value: z.string(),
  reason: z.enum(rowProblems),
  /** In plain words. */
  message: z.string(),
});
export type RowError = z.infer<typeof rowErrorSchema>;

const importStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

/** Why a whole file was not imported; `failure.code` of the job. */
const importFailures = [
  'columns_missing',
  'not_utf8',
  'not_readable',
  'no_rows',
  'too_many_rows',
  'too_many_columns',
  'too_large_inside',
  'not_allowed_any_more',
  'source_missing',
  'interrupted',
  'server_fault',
] as const;
export type ImportFailure = (typeof importFailures)[number];

/** The import of users from a spreadsheet, or the dry run of one. Imported users are learners. */
export const importJobSchema = z.object({
  kind: z.literal('users'),
  id: idSchema,
  fileName: z.string(),
  fileSizeBytes: z.number(),
  format: z.enum(['csv', 'xlsx']),
  state: z.enum(importStates),
  /** A dry run: the counts say what would happen, and nothing is changed. */
  validateOnly: z.boolean(),
  /** Whether a number that exists already counts as skipped, not as an error. */
  skipDuplicates: z.boolean(),
  /** Header cells of the file; empty until they were read, and kept when the import fails. */
  headers: z.array(z.string()),
  /** As given with the file, or found by the headers; null until they were read. */
  columns: z.nullable(columnMappingSchema),
  /** Of the whole job, 0 to 1. */
  progress: z.number(),
  rows: z.object({
    /** Data rows in the file; null until it was read once. */
    total: z.nullable(z.int()),
    /** Data rows looked at; created, duplicates and failed together. */
    done: z.int(),
    /** With validateOnly: how many would be created. */
    created: z.int(),
    /** Numbers that were there already, in the database or earlier in the file, and were skipped. */
    duplicates: z.int(),
    /** Rows with one or more errors. */
    failed: z.int(),
  }),
  failure: z.nullable(z.object({ code: z.enum(importFailures), message: z.string() })),
  /** What a queued import waits for that met a full disk; null while it waits for none. */
  diskWait: z.nullable(diskWaitSchema),
  /**
   * How created users get their activation codes: by SMS, or in a file that the administrator
   * downloads; null for a dry run. `count` codes wait in the file until `until`; 0 when there is
   * none. Where there is a mail server, users with an address received theirs by e-mail and are not
   * in the file.
   */
  codes: z.nullable(
    z.union([
      z.object({ delivery: z.literal('sms') }),
      z.object({
        delivery: z.literal('file'),
        count: z.int(),
        until: z.nullable(instantSchema),
      }),
    ]),
  ),
  /** True while the file is kept, so that `run` can use it again without another upload. */
  canRunAgain: z.boolean(),
  createdByName: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type ImportJob = z.infer<typeof importJobSchema>;
