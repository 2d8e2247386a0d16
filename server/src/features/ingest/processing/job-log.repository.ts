import type { ProcessingStep } from '@prahari/contract';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { LogRow } from '../ingest.tables.ts';

/** Lines that are kept of one job, the newest ones. */
const keptLines = 200;
const longestMessage = 500;

export async function insertJobLogLine(
  db: DbOrTrx,
  jobId: string,
  line: { step: ProcessingStep | null; message: string },
  now: Date,
): Promise<void> {
  const { number } = await db
    .insertInto('processing_log')
    .values((insert) => ({
      job_id: jobId,
      number: insert
        .selectFrom('processing_log')
        .select((select) =>
          select(select.fn.coalesce(select.fn.max('number'), select.lit(0)), '+', 1).as('next'),
        )
        .where('job_id', '=', jobId),
      at: now,
      step: line.step,
      message: line.message.slice(0, longestMessage),
    }))
    .returning('number')
    .executeTakeFirstOrThrow();
  if (number <= keptLines) return;
  await db
    .deleteFrom('processing_log')
    .where('job_id', '=', jobId)
    .where('number', '<=', number - keptLines)
    .execute();
}

export async function listJobLog(db: DbOrTrx, jobId: string): Promise<LogRow[]> {
  return db
    .selectFrom('processing_log')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('number')
    .limit(keptLines)
    .execute();
}
