import type { Trx } from '../../../platform/db/database.ts';
import { type Lease, settleLease } from '../../../platform/jobs/lease.ts';
import { writeActorAuditEntry } from '../accounts/administer.usecases.ts';
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
  await settleLease(db, lease, async (trx) => {
    await completeImportRow(trx, job, clock.now());
  });
}

/** Ends an import as failed. @throws LeaseLost */
export async function failImport(
  { db, clock }: EndDeps,
  { job, lease }: ImportTry,
  failure: Failure,
): Promise<void> {
  await settleLease(db, lease, async (trx) => {
    await failImportRow(trx, job.id, failure, clock.now());
  });
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
    if (cancelled) await recordCancel(trx, actor, cancelled, now);
    return cancelled;
  });
}

/**
 * Notes in the audit log who cancelled an import, unless it was a dry run. What one does by itself, the
 * entry of its start tells.
 */
async function recordCancel(trx: Trx, actor: Actor, ended: ImportRow, at: Date): Promise<void> {
  if (ended.validate_only) return;
  const { state, rows_created: rowsCreated } = ended;
  const subject = { id: ended.id, name: ended.file_name };
  const after = { state, rowsCreated };
  const entry = { action: 'user.import-ended', subject, before: {}, after } as const;
  await writeActorAuditEntry(trx, actor, entry, at);
}
