import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { type Lease, settleLease } from '../../../platform/jobs/lease.ts';
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

/** One try of an import, which holds its lease. */
export interface ImportTry {
  readonly job: ImportRow;
  readonly lease: Lease;
}

/** Ends an import as done. @throws LeaseLost */
export async function completeImport(
  { db, clock }: EndDeps,
  { job, lease }: ImportTry,
): Promise<void> {
  const now = clock.now();
  await settleLease(db, lease, async (trx) =>
    recordEnd(trx, await completeImportRow(trx, job, now), now),
  );
}

/** Ends an import as failed. @throws LeaseLost */
export async function failImport(
  { db, clock }: EndDeps,
  { job, lease }: ImportTry,
  failure: Failure,
): Promise<void> {
  const now = clock.now();
  await settleLease(db, lease, async (trx) =>
    recordEnd(trx, await failImportRow(trx, job.id, failure, now), now),
  );
}

/** Cancels an import that the actor sees; undefined when it had ended already. */
export async function cancelRunningImport(
  { db, clock }: EndDeps,
  actor: Actor,
  id: string,
): Promise<ImportRow | undefined> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const cancelled = await cancelImportRow(trx, id, now);
    if (cancelled) await recordEnd(trx, cancelled, now, actor);
    return cancelled;
  });
}

/** Notes the outcome of an import in the audit log; a dry run leaves no entry. */
async function recordEnd(
  trx: Trx,
  ended: ImportRow,
  now: Date,
  by?: Pick<Actor, 'userId' | 'address'>,
): Promise<void> {
  if (ended.validate_only) return;
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
}
