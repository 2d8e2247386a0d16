import { v7 as uuidv7 } from 'uuid';
import { addAuditSubjects } from '../../../platform/audit-log/audit-subjects.ts';
import { addSeconds } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import { restartTryCount, writeWithLease } from '../../../platform/jobs/lease.ts';
import { findUserById } from '../accounts/users.repository.ts';
import type { IssueActivationDeps } from '../activation/activation.usecases.ts';
import { computeEffectiveRights } from '../rights/rights.rules.ts';
import type { UsersDeps } from '../users.deps.ts';
import { type Actor, buildScopeCondition, isInScope } from '../users.policy.ts';
import type { ImportTry } from './end-import.usecases.ts';
import { notAllowedAnyMore } from './failure.rules.ts';
import { advanceImport, type ImportRow } from './import-jobs.repository.ts';
import { issueImportCodes } from './issue-codes.usecases.ts';
import { findTakenNumbers, insertLearners, type NewLearner } from './learners.repository.ts';
import type { LearnerDraft, RowFault } from './row.rules.ts';
import { type FailedRow, insertRowErrors } from './row-errors.repository.ts';

export interface BatchRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly faults: readonly RowFault[];
  readonly draft: LearnerDraft | null;
  /** Whether the number was in an earlier row of the file. */
  readonly isRepeated: boolean;
}

/** How long codes can be downloaded after the last user was created. */
const codesKeptSeconds = 24 * 3600;

/**
 * Imports some rows, and moves the position of the job past them in the same transaction: killed at
 * any point, a row is imported once and counted once.
 * @throws LeaseLost, ImportFailed
 */
export async function importBatch(
  deps: Pick<UsersDeps, 'db' | 'clock'> & IssueActivationDeps,
  { job, lease }: ImportTry,
  rows: readonly BatchRow[],
): Promise<void> {
  await writeWithLease(deps.db, lease, async (trx) => {
    const now = deps.clock.now();
    const actor = await findActorNow(trx, job);
    const failed: FailedRow[] = [];
    let duplicates = 0;

    const fail = ({ number, cells }: BatchRow, faults: readonly RowFault[]) =>
      failed.push({ number, cells, faults });
    const asDuplicate = (row: BatchRow, reason: 'duplicate_in_file' | 'phone_taken') => {
      const value = row.draft?.contactNumber ?? '';
      if (job.skip_duplicates) duplicates += 1;
      else fail(row, [{ column: 'contactNumber', value, reason }]);
    };

    const wanted: { row: BatchRow; learner: NewLearner }[] = [];
    for (const row of rows) {
      if (!row.draft) fail(row, row.faults);
      else if (row.isRepeated) asDuplicate(row, 'duplicate_in_file');
      else {
        const learner = { id: uuidv7(), ...row.draft };
        const fault = findScopeFault(actor, learner);
        if (fault) fail(row, [fault]);
        else wanted.push({ row, learner });
      }
    }
    const drafts = wanted.map(({ learner }) => learner);
    const newIds = job.validate_only
      ? await findFreeLearners(trx, drafts)
      : await createLearners(deps, { trx, job, actor, now }, drafts);
    for (const { row, learner } of wanted) {
      if (!newIds.has(learner.id)) asDuplicate(row, 'phone_taken');
    }
    await insertRowErrors(trx, job.id, failed);
    const created = newIds.size;
    const tally = { done: rows.length, created, duplicates, failed: failed.length };
    const codesUntil = created > 0 && !job.validate_only ? addSeconds(now, codesKeptSeconds) : null;
    await advanceImport(trx, job.id, { ...tally, codesUntil, now });
    await restartTryCount(trx, lease);
  });
}

/**
 * Reads the current state of the user who started the import: permissions may have been withdrawn
 * since.
 */
async function findActorNow(trx: Trx, job: ImportRow): Promise<Actor> {
  const row = await findUserById(trx, job.created_by);
  if (!row || row.status === 'blocked') throw notAllowedAnyMore();
  const { user_type: userType, permissions: stored, admin_scope: storedScope } = row;
  const rights = computeEffectiveRights({ userType, permissions: stored, adminScope: storedScope });
  if (!rights.permissions.includes('users.import')) throw notAllowedAnyMore();
  const { adminScope } = rights;
  const address = job.created_from;
  return { userId: row.id, userType, adminScope, address };
}

interface BatchStep {
  readonly trx: Trx;
  readonly job: ImportRow;
  /** With the rights that the user who started the import has now. */
  readonly actor: Actor;
  readonly now: Date;
}

/**
 * Creates learners with codes and events, and adds them to the audit entry of the import.
 * @returns ids of those whose number was free
 */
async function createLearners(
  deps: IssueActivationDeps,
  { trx, job, actor, now }: BatchStep,
  wanted: readonly NewLearner[],
): Promise<ReadonlySet<string>> {
  const ids = await insertLearners(trx, wanted, { createdBy: job.created_by, now });
  const created = wanted.filter(({ id }) => ids.has(id));
  if (created.length === 0) return ids;
  await issueImportCodes(deps, trx, { actor, importId: job.id, created });
  const facts = { byUserId: job.created_by, userType: 'LEARNER' };
  const events = created.map(({ id }) => ({ userId: id, ...facts }));
  await recordEvents(trx, 'user.created', events, now);
  const act = { action: 'user.import', subjectId: job.id } as const;
  const subjects = created.map(({ id }) => ({ id, outcome: 'done' as const }));
  await addAuditSubjects(trx, act, subjects);
  return ids;
}

/** Finds what a dry run counts as created. @returns ids of those whose number is free */
async function findFreeLearners(
  trx: Trx,
  drafts: readonly NewLearner[],
): Promise<ReadonlySet<string>> {
  const numbers = drafts.map(({ contactNumber }) => contactNumber);
  const taken = await findTakenNumbers(trx, numbers);
  const left = drafts.filter(({ contactNumber }) => !taken.has(contactNumber));
  return new Set(left.map(({ id }) => id));
}

function findScopeFault(actor: Actor, learner: NewLearner): RowFault | null {
  if (isInScope(actor, { ...learner, userType: 'LEARNER' })) return null;
  const condition = buildScopeCondition(actor);
  const field = condition.sees === 'learners' ? condition.place?.field : undefined;
  const column = field ?? 'contactNumber';
  return { column, value: learner[column] ?? '', reason: 'out_of_scope' };
}
