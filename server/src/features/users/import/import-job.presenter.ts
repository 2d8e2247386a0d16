import type { ImportJob } from '@prahari/contract';
import { presentDiskWait } from '../../../platform/disk/disk-wait.ts';
import type { ImportRow } from './import-jobs.repository.ts';

/** How long a file is kept after its job ended, so that it can be used again. */
export const fileKeptHours = 24;
const hourMs = 3_600_000;

/** Tells whether the file may be used for another job. */
export function canRunAgain(row: ImportRow, now: Date): boolean {
  const hasEnded = row.state !== 'queued' && row.state !== 'running';
  const isKept = now.getTime() < row.updated_at.getTime() + fileKeptHours * hourMs;
  return row.has_file && hasEnded && isKept;
}

export interface ImportFacts {
  readonly createdByName: string;
  /** How many codes wait to be downloaded. */
  readonly codes: number;
}

/** Presents an import to administrators. */
export function presentImportJob(
  row: ImportRow,
  { createdByName, codes }: ImportFacts,
  now: Date,
): ImportJob {
  const { rows_total: total, rows_done: done } = row;
  return {
    kind: 'users',
    id: row.id,
    fileName: row.file_name,
    fileSizeBytes: row.file_size_bytes,
    format: row.format,
    state: row.state,
    validateOnly: row.validate_only,
    skipDuplicates: row.skip_duplicates,
    headers: row.headers,
    columns: row.columns,
    progress: row.state === 'completed' ? 1 : total ? Math.min(1, done / total) : 0,
    rows: {
      total,
      done,
      created: row.rows_created,
      duplicates: row.rows_duplicate,
      failed: row.rows_failed,
    },
    failure: row.failure_code && {
      code: row.failure_code,
      message: row.failure_message ?? '',
    },
    diskWait: presentDiskWait(row),
    codes: row.validate_only ? null : presentCodes(row, codes, now),
    canRunAgain: canRunAgain(row, now),
    createdByName,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentCodes(row: ImportRow, codes: number, now: Date): ImportJob['codes'] {
  if (row.delivery === 'sms') return { delivery: 'sms' };
  const isOpen = row.codes_until !== null && now < row.codes_until;
  const count = isOpen ? codes : 0;
  const until = count > 0 ? (row.codes_until?.toISOString() ?? null) : null;
  return { delivery: 'file', count, until };
}
