import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { ImportCodesRepository } from '../import-codes.repository.ts';
import type { ImportFiles } from '../import-files.adapter.ts';
import { fileKeptHours } from '../import-job.presenter.ts';
import type { ImportJobsRepository } from '../import-jobs.repository.ts';
import type { RowErrorsRepository } from '../row-errors.repository.ts';

const hourMs = 3_600_000;
/** Failed rows hold names and numbers; by then they were corrected or never will be. */
const rowsKeptHours = 30 * 24;
/** Longer than an upload may be silent: a file untouched for so long is no upload under way. */
const leastAgeMs = 10 * 60_000;

/** Removes what imports leave behind: files, codes that were not downloaded, failed rows. */
export function createForgetImports(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: ImportJobsRepository;
  readonly codes: ImportCodesRepository;
  readonly rowErrors: RowErrorsRepository;
  readonly files: ImportFiles;
}) {
  const { db, clock, jobs, files } = deps;
  return async function forgetImports(): Promise<void> {
    const now = clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    await deps.codes.removeExpired(db, now);
    await deps.rowErrors.forget(db, before(rowsKeptHours * hourMs));
    await jobs.giveUpFiles(db, before(fileKeptHours * hourMs));
    const old = await files.olderThan(before(leastAgeMs));
    const wanted = await jobs.withFile(db, old);
    for (const id of old) if (!wanted.has(id)) await files.remove(id);
  };
}
