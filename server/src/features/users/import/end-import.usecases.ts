import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { UsersRepository } from '../accounts/users.repository.ts';
import type { Actor } from '../users.policy.ts';
import type { Failure } from './failure.rules.ts';
import type { ImportJobsRepository, ImportRow } from './import-jobs.repository.ts';

/** Ends imports, each with its outcome in the audit log; a dry run leaves none. */
export function createEndImport(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<UsersRepository, 'findById'>;
  readonly jobs: Pick<ImportJobsRepository, 'complete' | 'fail' | 'cancel'>;
}) {
  const { db, clock, jobs } = deps;

  async function end(
    change: (trx: Trx, now: Date) => Promise<ImportRow | undefined>,
    by?: Pick<Actor, 'userId' | 'address'>,
  ): Promise<ImportRow | undefined> {
    const now = clock.now();
    return db.transaction().execute(async (trx) => {
      const ended = await change(trx, now);
      if (!ended || ended.validate_only) return ended;
      const userId = by?.userId ?? ended.created_by;
      const name = (await deps.users.findById(trx, userId))?.name ?? '';
      const { state, rows_created: rowsCreated, rows_failed: rowsFailed } = ended;
      const act = {
        action: 'user.import-ended' as const,
        actor: { userId, name },
        before: {},
        subject: { id: ended.id, name: ended.file_name },
        after: { state, rowsCreated, rowsDuplicate: ended.rows_duplicate, rowsFailed },
        address: by?.address ?? ended.created_from,
      };
      await writeAuditEntry(trx, act, now);
      return ended;
    });
  }

  return {
    /** Ends an import as done; false when another try holds the job, or it was cancelled. */
    complete: async (job: ImportRow): Promise<boolean> =>
      (await end((trx, now) => jobs.complete(trx, job, now))) !== undefined,
    async fail(job: ImportRow, failure: Failure): Promise<void> {
      await end((trx, now) => jobs.fail(trx, job, failure, now));
    },
    /** Cancels an import; undefined when it had ended already. */
    cancel: (actor: Actor, id: string) => end((trx, now) => jobs.cancel(trx, id, now), actor),
  };
}

export type EndImport = ReturnType<typeof createEndImport>;
