import type { UsersDeps } from '../../users.deps.ts';
import { purgeImportCodes } from '../import-codes.repository.ts';
import { fileKeptHours } from '../import-job.presenter.ts';
import { findImportsWithFile, giveUpImportFiles } from '../import-jobs.repository.ts';
import { purgeRowErrors } from '../row-errors.repository.ts';

const hourMs = 3_600_000;
/** Failed rows hold names and numbers; by then they were corrected or never will be. */
const rowsKeptHours = 30 * 24;
/** Longer than an upload may be silent: a file untouched for that long is not an active upload. */
const leastAgeMs = 10 * 60_000;

/**
 * Removes all that imports leave behind: files, codes that were not downloaded, failed rows.
 * @returns 0, as nothing is left for another batch
 */
export async function purgeImports({
  db,
  clock,
  importFiles,
}: Pick<UsersDeps, 'db' | 'clock' | 'importFiles'>): Promise<0> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await purgeImportCodes(db, now);
  await purgeRowErrors(db, before(rowsKeptHours * hourMs));
  await giveUpImportFiles(db, before(fileKeptHours * hourMs));
  const old = await importFiles.listFilesBefore(before(leastAgeMs));
  const wanted = await findImportsWithFile(db, old);
  for (const id of old) if (!wanted.has(id)) await importFiles.removeFile(id);
  return 0;
}
