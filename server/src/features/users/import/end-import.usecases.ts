import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { findUserById } from '../accounts/users.repository.ts';
import type { UsersDeps } from '../users.deps.ts';
import type { Actor } from '../users.policy.ts';
import type { Failure } from './failure.rules.ts';
import {
  cancelImportRow,
  completeImportRow,
  failImportRow,
  type ImportRow,
} from './import-jobs.repository.ts';

type EndDeps = Pick<UsersDeps, 'db' | 'clock'>;

/** Ends an import as done; false when another try holds the job, or it was cancelled. */
export async function completeImport(deps: EndDeps, job: ImportRow): Promise<boolean> {
  return (await endImport(deps, (trx, now) => completeImportRow(trx, job, now))) !== undefined;
}

/** Ends an import as failed, if this try still holds it. */
export async function failImport(deps: EndDeps, job: ImportRow, failure: Failure): Promise<void> {
  await endImport(deps, (trx, now) => failImportRow(trx, job, failure, now));
}

/** Cancels an import that the actor sees; undefined when it had ended already. */
export async function cancelRunningImport(
  deps: EndDeps,
  actor: Actor,
  id: string,
): Promise<ImportRow | undefined> {
  return endImport(deps, (trx, now) => cancelImportRow(trx, id, now), actor);
}

/** Ends an import with its outcome in the audit log; a dry run leaves no entry. */
async function endImport(
  { db, clock }: EndDeps,
  change: (trx: Trx, now: Date) => Promise<ImportRow | undefined>,
  by?: Pick<Actor, 'userId' | 'address'>,
): Promise<ImportRow | undefined> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const ended = await change(trx, now);
    if (!ended || ended.validate_only) return ended;
    const userId = by?.userId ?? ended.created_by;
    const name = (await findUserById(trx, userId))?.name ?? '';
    const { state, rows_created: rowsCreated, rows_failed: rowsFailed } = ended;
    const entry = {
      action: 'user.import-ended' as const,
      actor: { userId, name },
      before: {},
      subject: { id: ended.id, name: ended.file_name },
      after: { state, rowsCreated, rowsDuplicate: ended.rows_duplicate, rowsFailed },
      address: by?.address ?? ended.created_from,
    };
    await writeAuditEntry(trx, entry, now);
    return ended;
  });
}
